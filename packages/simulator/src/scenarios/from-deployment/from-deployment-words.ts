import type { StoryWords } from "../../staging/story.ts";

export const fromDeploymentWords: StoryWords = {
  title: {
    en: "A Deployment becomes a DaemonSet",
    "zh-CN": "把 Deployment 变成 DaemonSet",
    "zh-TW": "把 Deployment 變成 DaemonSet",
  },
  opening: {
    en: "A cluster of six nodes has a Deployment of three replicas that was meant to be on every node. To make it a DaemonSet, its kind changes, and replicas and strategy go: nodes are counted now, not replicas. Selector, template and the rest stay as they are. The Deployment keeps running until it is deleted.",
    "zh-CN":
      "六个节点的集群里有一个三副本的 Deployment，本意是每个节点上都有一个。改成 DaemonSet 时，kind 要换，replicas 和 strategy 要移除：现在数的是节点，不是副本。选择器、模板和其余部分保持不变。在被删除之前，Deployment 会继续运行。",
    "zh-TW":
      "六個節點的叢集裡有一個三副本的 Deployment，本意是每個節點上都有一個。改成 DaemonSet 時，kind 要換，replicas 和 strategy 要移除：現在數的是節點，不是副本。選擇器、範本和其餘部分保持不變。在被刪除之前，Deployment 會繼續執行。",
  },
  steps: {
    "apply-daemon-set": {
      en: "The DaemonSet is applied, and five pods come, one on each worker. The sixth node, the control plane, carries a NoSchedule taint that the template does not tolerate: nobody asked about taints as long as any three nodes would do. The Deployment keeps its own three pods beside them: they have the same labels and another owner, so neither takes the other's.",
      "zh-CN":
        "应用 DaemonSet 后来了五个 Pod，每个工作节点一个。第六个节点是控制平面，带有模板不容忍的 NoSchedule 污点：过去随便三个节点就够，没有人会过问污点。Deployment 自己的三个 Pod 仍在旁边运行：标签相同，所有者不同，谁也不会接管对方的 Pod。",
      "zh-TW":
        "套用 DaemonSet 後來了五個 Pod，每個工作節點一個。第六個節點是控制平面，帶有範本不容忍的 NoSchedule 污點：過去隨便三個節點就夠，沒有人會過問污點。Deployment 自己的三個 Pod 仍在旁邊執行：標籤相同，擁有者不同，誰也不會接管對方的 Pod。",
    },
    "delete-deployment": {
      en: "The Deployment is deleted, and its ReplicaSet and its three pods go with it. As the DaemonSet came first, no node lost its collector on the way.",
      "zh-CN": "删除 Deployment，它的 ReplicaSet 和三个 Pod 也随之消失。因为 DaemonSet 先到位，途中没有节点断过日志收集。",
      "zh-TW": "刪除 Deployment，它的 ReplicaSet 和三個 Pod 也隨之消失。因為 DaemonSet 先到位，途中沒有節點中斷過日誌收集。",
    },
    "tolerate-control-plane": {
      en: "The template gets a toleration, and the control plane gets its pod. A changed toleration is a changed template: the five pods that were well are replaced too, one after the other.",
      "zh-CN": "模板加上容忍度，控制平面也得到了 Pod。容忍度变了就是模板变了：原本正常的五个 Pod 也要逐个替换。",
      "zh-TW": "範本加上容忍度，控制平面也得到了 Pod。容忍度變了就是範本變了：原本正常的五個 Pod 也要逐一替換。",
    },
    "apply-redis": {
      en: "Another team applies redis, a Deployment of two replicas. Each node needs this cache, and three workers have none.",
      "zh-CN": "另一个团队应用了 redis，一个两副本的 Deployment。每个节点都需要这个缓存，却有三个工作节点上没有。",
      "zh-TW": "另一個團隊套用了 redis，一個兩副本的 Deployment。每個節點都需要這個快取，卻有三個工作節點上沒有。",
    },
  },
};
