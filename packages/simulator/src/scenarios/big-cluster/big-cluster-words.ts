import type { StoryWords } from "../../staging/story.ts";

export const bigClusterWords: StoryWords = {
  title: {
    en: "A big cluster, rolling by tenths",
    "zh-CN": "大集群，每次更新十分之一",
    "zh-TW": "大叢集，每次更新十分之一",
  },
  opening: {
    en: "Five pools in three zones, twelve agents on every node. Chosen in the lab it has 1,000 nodes, since building more stops the server for a while; --simulate=big-cluster has 5,000.",
    "zh-CN":
      "五个节点池，三个可用区，每个节点十二个代理程序。在实验台里选择时有 1,000 个节点，因为生成更多节点会让服务器停顿一阵；--simulate=big-cluster 有 5,000 个。",
    "zh-TW":
      "五個節點集區，三個可用區，每個節點十二個代理程式。在實驗台裡選擇時有 1,000 個節點，因為產生更多節點會讓伺服器停頓一陣；--simulate=big-cluster 有 5,000 個。",
  },
  steps: {
    "roll-fluent-bit": {
      en: "fluent-bit gets a new image with maxUnavailable 10 %. The percentage is of desired, rounded up: a tenth of the nodes is replaced at a time, in no order.",
      "zh-CN": "fluent-bit 换新镜像，maxUnavailable 为 10%。百分比以期望数计算并向上取整：每次替换十分之一的节点，没有顺序。",
      "zh-TW": "fluent-bit 換新映像檔，maxUnavailable 為 10%。百分比以期望數計算並無條件進位：每次替換十分之一的節點，沒有順序。",
    },
    "roll-*": {
      en: "The next release of fluent-bit, ten minutes later. Only this DaemonSet moves; the other eleven do not notice.",
      "zh-CN": "十分钟后，fluent-bit 的下一个版本。只有这个 DaemonSet 在动，另外十一个毫无察觉。",
      "zh-TW": "十分鐘後，fluent-bit 的下一個版本。只有這個 DaemonSet 在動，另外十一個毫無察覺。",
    },
  },
};
