import type { StoryWords } from "../../staging/story.ts";

export const tourWords: StoryWords = {
  title: {
    en: "A tour: always something going on",
    "zh-CN": "巡览：总有事情发生",
    "zh-TW": "巡覽：總有事情發生",
  },
  opening: {
    en: "48 nodes in four pools and three zones under ten DaemonSets, with four months behind them. Half of the gpu drivers wait for somebody to delete their pods, and falco is left on a node that it may no longer have. Rounds of two to three minutes follow each other.",
    "zh-CN":
      "48 个节点分为四个节点池和三个可用区，运行十个 DaemonSet，已有四个月的历史。一半 gpu 驱动在等人删除它们的 Pod，falco 留在了一个它已无权使用的节点上。之后是一轮接一轮，每轮两到三分钟。",
    "zh-TW":
      "48 個節點分為四個節點集區和三個可用區，執行十個 DaemonSet，已有四個月的歷史。一半 gpu 驅動程式在等人刪除它們的 Pod，falco 留在了一個它已無權使用的節點上。之後是一輪接一輪，每輪兩到三分鐘。",
  },
  steps: {
    release: {
      en: "A new release: its template makes a new revision, and old pods are replaced as far as the budget allows.",
      "zh-CN": "新版本发布：它的模板产生新的修订版本，在额度允许的范围内替换旧 Pod。",
      "zh-TW": "新版本發布：它的範本產生新的修訂版本，在額度允許的範圍內替換舊 Pod。",
    },
    "bad-release": {
      en: "A release whose image does not exist. The new pods cannot pull it, the budget is used up, and the rollout is stuck until somebody acts.",
      "zh-CN": "这个版本的镜像不存在。新 Pod 拉不到它，额度用尽，更新卡住，直到有人处理。",
      "zh-TW": "這個版本的映像檔不存在。新 Pod 拉不到它，額度用盡，更新卡住，直到有人處理。",
    },
    undo: {
      en: "The bad release is undone: the template before it becomes the newest revision, and only the pods that differ are replaced.",
      "zh-CN": "坏版本被回滚：之前的模板成为最新的修订版本，只有不同的 Pod 被替换。",
      "zh-TW": "壞版本被復原：之前的範本成為最新的修訂版本，只有不同的 Pod 被替換。",
    },
    cordon: {
      en: "A node is cordoned for maintenance. Its daemon pods stay: each tolerates the taint of a cordon.",
      "zh-CN": "一个节点因维护被封锁。它的 DaemonSet Pod 留下：每个都容忍封锁的污点。",
      "zh-TW": "一個節點因維護被封鎖。它的 DaemonSet Pod 留下：每個都容忍封鎖的污點。",
    },
    join: {
      en: "A spot node joins and fills up agent by agent: first those that tolerate a node that is not ready, then the others.",
      "zh-CN": "一个 spot 节点加入，代理程序逐个到位：先是容忍未就绪节点的，然后是其他的。",
      "zh-TW": "一個 spot 節點加入，代理程式逐個到位：先是容忍未就緒節點的，然後是其他的。",
    },
    uncordon: {
      en: "The cordon is taken off. No daemon pod had moved.",
      "zh-CN": "已解除封锁，DaemonSet 的 Pod 不受影响。",
      "zh-TW": "已解除封鎖，DaemonSet 的 Pod 不受影響。",
    },
    "node-fails": {
      en: "A node reports itself NotReady. Its pods stay: a daemon pod tolerates not-ready for ever. But no new pod is scheduled there while the taint not-ready:NoSchedule remains, unless the template tolerates it.",
      "zh-CN":
        "一个节点报告自己 NotReady。它的 Pod 留下：DaemonSet 的 Pod 永远容忍 not-ready。但只要污点 not-ready:NoSchedule 还在，就不会再调度新 Pod，除非模板容忍它。",
      "zh-TW":
        "一個節點回報自己 NotReady。它的 Pod 留下：DaemonSet 的 Pod 永遠容忍 not-ready。但只要污點 not-ready:NoSchedule 還在，就不會再排程新 Pod，除非範本容忍它。",
    },
    "node-recovers": {
      en: "The node is Ready again, its taints go, and everything that belongs there is wanted there again.",
      "zh-CN": "节点重新就绪，污点消失，应在那里运行的 Pod 又都需要了。",
      "zh-TW": "節點重新就緒，污點消失，應在那裡執行的 Pod 又都需要了。",
    },
    leave: {
      en: "The spot node leaves. Its pods stay listed until pod collection finds that their node is gone, about a minute later.",
      "zh-CN": "spot 节点离开。它的 Pod 还会列出，直到约一分钟后 Pod 回收发现节点已不存在。",
      "zh-TW": "spot 節點離開。它的 Pod 還會列出，直到約一分鐘後 Pod 回收發現節點已不存在。",
    },
  },
};
