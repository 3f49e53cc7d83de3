import type { Narration } from "./narration.ts";

export const cordonAndDrain: Narration = {
  story: "cordon-and-drain",
  title: {
    en: "A cordon does not touch daemon pods",
    "zh-CN": "封锁不影响 DaemonSet 的 Pod",
    "zh-TW": "封鎖不影響 DaemonSet 的 Pod",
  },
  opening: {
    en: "Four workers with two agents each. A cordon is a taint, node.kubernetes.io/unschedulable:NoSchedule, and the controller gives every daemon pod a toleration for it.",
    "zh-CN":
      "四个工作节点，各有两个代理。封锁就是污点 node.kubernetes.io/unschedulable:NoSchedule，而控制器给每个 DaemonSet 的 Pod 都加了对它的容忍度。",
    "zh-TW":
      "四個工作節點，各有兩個代理程式。封鎖就是污點 node.kubernetes.io/unschedulable:NoSchedule，而控制器給每個 DaemonSet 的 Pod 都加了對它的容忍度。",
  },
  steps: {
    cordon: {
      en: "worker-2 is cordoned. Desired does not move and no pod goes. A drain would leave these pods alone as well: deleted, they would only come back.",
      "zh-CN": "worker-2 被封锁。期望数不变，也没有 Pod 离开。腾空节点（drain）同样不动这些 Pod：删了也会回来。",
      "zh-TW": "worker-2 被封鎖。期望數不變，也沒有 Pod 離開。清空節點（drain）同樣不動這些 Pod：刪了也會回來。",
    },
    "delete-pod": {
      en: "Somebody deletes the fluent-bit pod there. A new one comes although the node is cordoned, because it tolerates that taint.",
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
