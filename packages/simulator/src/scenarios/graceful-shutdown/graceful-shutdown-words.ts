import type { StoryWords } from "../../staging/story.ts";

export const gracefulShutdownWords: StoryWords = {
  title: {
    en: "A pool shuts down",
    "zh-CN": "一个节点池关机",
    "zh-TW": "一個節點集區關機",
  },
  opening: {
    en: "Three core nodes and three batch nodes with two agents. node-exporter tolerates everything, so that the controller creates its pods on any node.",
    "zh-CN": "三个 core 节点和三个 batch 节点，两个代理程序。node-exporter 容忍一切，所以控制器在任何节点上都会创建它的 Pod。",
    "zh-TW": "三個 core 節點和三個 batch 節點，兩個代理程式。node-exporter 容忍一切，所以控制器在任何節點上都會建立它的 Pod。",
  },
  steps: {
    "shutdown-*": {
      en: "The kubelet ends all pods and reports NotReady: node is shutting down. The controller creates a pod for node-exporter again and again, and the kubelet rejects each one. This churn is named NodeShutdown. It is no loop and no failure.",
      "zh-CN":
        "kubelet 结束所有 Pod，并上报 NotReady：节点正在关机。控制器反复为 node-exporter 创建 Pod，kubelet 每次都拒绝。这种反复叫做 NodeShutdown，不是循环，也不是故障。",
      "zh-TW":
        "kubelet 結束所有 Pod，並回報 NotReady：節點正在關機。控制器反覆為 node-exporter 建立 Pod，kubelet 每次都拒絕。這種反覆叫做 NodeShutdown，不是迴圈，也不是故障。",
    },
    "gone-*": {
      en: "The cloud deletes the node. Desired falls by one.",
      "zh-CN": "云平台删除该节点。期望数减一。",
      "zh-TW": "雲端平台刪除該節點。期望數減一。",
    },
  },
};
