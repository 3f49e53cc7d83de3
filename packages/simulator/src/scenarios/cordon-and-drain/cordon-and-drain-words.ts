import type { StoryWords } from "../../staging/story.ts";

export const cordonAndDrainWords: StoryWords = {
  title: {
    en: "Cordon and drain leave daemon pods alone",
    "zh-CN": "封锁和腾空都不动 DaemonSet 的 Pod",
    "zh-TW": "封鎖和清空都不動 DaemonSet 的 Pod",
  },
  opening: {
    en: "Four workers with two agents each, and on worker-2 a pod that nobody manages, report. A cordon is a taint, node.kubernetes.io/unschedulable:NoSchedule, and the controller gives every daemon pod a toleration for it.",
    "zh-CN":
      "四个工作节点，各有两个代理程序；worker-2 上还有一个无人管理的 Pod：report。封锁就是污点 node.kubernetes.io/unschedulable:NoSchedule，而控制器给每个 DaemonSet 的 Pod 都加了对它的容忍度。",
    "zh-TW":
      "四個工作節點，各有兩個代理程式；worker-2 上還有一個無人管理的 Pod：report。封鎖就是污點 node.kubernetes.io/unschedulable:NoSchedule，而控制器給每個 DaemonSet 的 Pod 都加了對它的容忍度。",
  },
  steps: {
    cordon: {
      en: "worker-2 is cordoned. Desired does not move, and no pod goes: a cordon only keeps away new pods that do not tolerate it.",
      "zh-CN": "worker-2 被封锁。期望数不变，也没有 Pod 离开：封锁只挡住不容忍它的新 Pod。",
      "zh-TW": "worker-2 被封鎖。期望數不變，也沒有 Pod 離開：封鎖只擋住不容忍它的新 Pod。",
    },
    drain: {
      en: "worker-2 is drained. --ignore-daemonsets leaves the daemon pods alone: evicted, they would only come back. report is evicted; it has no controller, hence --force, and nothing brings it back.",
      "zh-CN":
        "腾空（drain）worker-2。--ignore-daemonsets 不动 DaemonSet 的 Pod：即使驱逐也会重建。report 被驱逐；它没有控制器，所以要加 --force，也没有谁会重建它。",
      "zh-TW":
        "清空（drain）worker-2。--ignore-daemonsets 不動 DaemonSet 的 Pod：即使驅逐也會重建。report 被驅逐；它沒有控制器，所以要加 --force，也沒有誰會重建它。",
    },
    "delete-pod": {
      en: "Somebody deletes the fluent-bit pod there by hand. A new one comes although the node is cordoned, because it tolerates that taint.",
      "zh-CN": "有人删除了那里的 fluent-bit Pod。尽管节点被封锁，新的还是来了，因为它容忍那个污点。",
      "zh-TW": "有人刪除了那裡的 fluent-bit Pod。儘管節點被封鎖，新的還是來了，因為它容忍那個污點。",
    },
    uncordon: {
      en: "The cordon is taken off. For the DaemonSets nothing changes: they never noticed it.",
      "zh-CN": "封锁解除。对 DaemonSet 来说什么都没变：它们从未察觉。",
      "zh-TW": "封鎖解除。對 DaemonSet 來說什麼都沒變：它們從未察覺。",
    },
  },
};
