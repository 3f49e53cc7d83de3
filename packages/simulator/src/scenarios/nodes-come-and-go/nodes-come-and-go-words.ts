import type { StoryWords } from "../../staging/story.ts";

export const nodesComeAndGoWords: StoryWords = {
  title: {
    en: "Nodes come and go, pods follow",
    "zh-CN": "节点来去，Pod 相随",
    "zh-TW": "節點來去，Pod 相隨",
  },
  opening: {
    en: "Four workers with three agents each. cilium, the network, tolerates everything; the other two do not tolerate a node that is not ready.",
    "zh-CN": "四个工作节点，各有三个代理程序。网络组件 cilium 容忍一切；另外两个不容忍未就绪的节点。",
    "zh-TW": "四個工作節點，各有三個代理程式。網路元件 cilium 容忍一切；另外兩個不容忍未就緒的節點。",
  },
  steps: {
    "node-joins": {
      en: "worker-5 joins. It starts with the taint not-ready:NoSchedule, so cilium comes first; when the kubelet reports ready, the taint goes and the others follow.",
      "zh-CN": "worker-5 加入。它开始时带有污点 not-ready:NoSchedule，所以 cilium 先来；kubelet 报告就绪后污点消失，其他的随后到。",
      "zh-TW": "worker-5 加入。它開始時帶有污點 not-ready:NoSchedule，所以 cilium 先來；kubelet 回報就緒後污點消失，其他的隨後到。",
    },
    "node-leaves": {
      en: "worker-2 is deleted. Its pods are still listed for about a minute: nobody tells the DaemonSet controller, and pod collection waits 40 s before it removes pods whose node is gone. Then desired falls.",
      "zh-CN":
        "worker-2 被删除。它的 Pod 还会列出约一分钟：没有人通知 DaemonSet 控制器，而 Pod 回收要等 40 秒才删除节点已不存在的 Pod。之后期望数才下降。",
      "zh-TW":
        "worker-2 被刪除。它的 Pod 還會列出約一分鐘：沒有人通知 DaemonSet 控制器，而 Pod 回收要等 40 秒才刪除節點已不存在的 Pod。之後期望數才下降。",
    },
    "delete-agent": {
      en: "node-exporter is deleted. Its pods have it as their owner, so the garbage collector takes all of them along.",
      "zh-CN": "node-exporter 被删除。它是那些 Pod 的属主，所以垃圾回收器把它们全部带走。",
      "zh-TW": "node-exporter 被刪除。它是那些 Pod 的擁有者，所以垃圾回收器把它們全部帶走。",
    },
  },
};
