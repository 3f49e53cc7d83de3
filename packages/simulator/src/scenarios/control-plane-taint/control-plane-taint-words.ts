import type { StoryWords } from "../../staging/story.ts";

export const controlPlaneTaintWords: StoryWords = {
  title: {
    en: "Two nodes, one pod: the taint of the control plane",
    "zh-CN": "两个节点，一个 Pod：控制平面的污点",
    "zh-TW": "兩個節點，一個 Pod：控制平面的污點",
  },
  opening: {
    en: "redis-ds has no node selector, yet it runs on one of two nodes: the control plane carries a NoSchedule taint, and redis-ds has no toleration for it. There are two remedies. Take the taint off, and every pod may come; or give this DaemonSet a toleration, and only it comes.",
    "zh-CN":
      "redis-ds 没有节点选择器，却只在两个节点中的一个上运行：控制平面带有 NoSchedule 污点，而 redis-ds 没有相应的容忍度。办法有两个：移除污点，所有 Pod 都可以来；或者给这个 DaemonSet 加上容忍度，只有它能来。",
    "zh-TW":
      "redis-ds 沒有節點選擇器，卻只在兩個節點中的一個上執行：控制平面帶有 NoSchedule 污點，而 redis-ds 沒有相應的容忍度。辦法有兩個：移除污點，所有 Pod 都可以來；或者給這個 DaemonSet 加上容忍度，只有它能來。",
  },
  steps: {
    "take-taint-off": {
      en: "Somebody takes the taint off. The controller hears of the changed node, finds that nothing keeps redis-ds away any more, and creates a pod there. Desired goes from 1 to 2.",
      "zh-CN": "有人移除了污点。控制器得知节点变了，发现已没有什么挡住 redis-ds，于是在那里创建 Pod。期望数从 1 变成 2。",
      "zh-TW": "有人移除了污點。控制器得知節點變了，發現已沒有什麼擋住 redis-ds，於是在那裡建立 Pod。期望數從 1 變成 2。",
    },
    "taint-again": {
      en: "The taint is back, and the pod stays: NoSchedule keeps new pods away and evicts nobody. The pod is now misscheduled: it may stay but would not be created again. The reported numbers follow only when something else makes the controller look.",
      "zh-CN":
        "污点回来了，Pod 却留着：NoSchedule 只挡住新的 Pod，不驱逐任何 Pod。这个 Pod 现在属于误调度：可以留下，但不会再被创建。要等别的事触发控制器重新检查，上报的数字才会跟上。",
      "zh-TW":
        "污點回來了，Pod 卻留著：NoSchedule 只擋住新的 Pod，不驅逐任何 Pod。這個 Pod 現在屬於誤排程：可以留下，但不會再被建立。要等別的事觸發控制器重新檢查，回報的數字才會跟上。",
    },
  },
};
