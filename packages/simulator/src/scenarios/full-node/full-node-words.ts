import type { StoryWords } from "../../staging/story.ts";

export const fullNodeWords: StoryWords = {
  title: {
    en: "A node without room",
    "zh-CN": "资源不足的节点",
    "zh-TW": "資源不足的節點",
  },
  opening: {
    en: "worker-3 is small, and batch-agent has asked for most of its cpu. Resources do not lower desired: the controller creates the pod all the same, and only the scheduler looks at room.",
    "zh-CN": "worker-3 很小，batch-agent 已经请求了它大部分的 cpu。资源不足不会降低期望数：控制器照样创建 Pod，只有调度器才看剩余资源。",
    "zh-TW": "worker-3 很小，batch-agent 已經請求了它大部分的 cpu。資源不足不會降低期望數：控制器照樣建立 Pod，只有排程器才看剩餘資源。",
  },
  steps: {
    "scanner-comes": {
      en: "scanner asks for one cpu. On worker-3 less is free, so its pod stays Pending there with the reason Insufficient cpu. It is pinned to that node and can go nowhere else.",
      "zh-CN":
        "scanner 请求一个 cpu。worker-3 剩余的 cpu 不够，所以它的 Pod 停在 Pending，原因是 Insufficient cpu。它固定在那个节点，去不了别处。",
      "zh-TW":
        "scanner 請求一個 cpu。worker-3 剩餘的 cpu 不夠，所以它的 Pod 停在 Pending，原因是 Insufficient cpu。它固定在那個節點，去不了別處。",
    },
    "scanner-matters": {
      en: "scanner gets a priority class. Its new pod outranks the batch agent's, so the scheduler promises it the node and pushes the other out. That pod still has its grace period; only when it is gone does scanner's start, and only then does the controller make a new batch pod, which is now the one that waits.",
      "zh-CN":
        "scanner 得到优先级类。它的新 Pod 优先级高于 batch-agent，调度器于是把节点预留给它，并抢占对方。对方还有宽限期：等它消失后，scanner 的 Pod 才启动，控制器也才再建一个 batch Pod，现在等待的换成了它。",
      "zh-TW":
        "scanner 得到優先權類別。它的新 Pod 優先權高於 batch-agent，排程器於是把節點預留給它，並搶佔對方。對方還有寬限期：等它消失後，scanner 的 Pod 才啟動，控制器也才再建一個 batch Pod，現在等待的換成了它。",
    },
    "scanner-leaves": {
      en: "scanner is deleted. Its cpu is free when its pod is gone, the scheduler tries the waiting pod again, and it starts.",
      "zh-CN": "scanner 被删除。它的 Pod 消失后，cpu 空出来，调度器再次尝试等待中的 Pod，它就启动了。",
      "zh-TW": "scanner 被刪除。它的 Pod 消失後，cpu 空出來，排程器再次嘗試等待中的 Pod，它就啟動了。",
    },
  },
};
