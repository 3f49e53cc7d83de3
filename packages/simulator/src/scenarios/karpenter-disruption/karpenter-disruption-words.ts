import type { StoryWords } from "../../staging/story.ts";

export const karpenterDisruptionWords: StoryWords = {
  title: {
    en: "Karpenter removes nodes",
    "zh-CN": "Karpenter 移除节点",
    "zh-TW": "Karpenter 移除節點",
  },
  opening: {
    en: "Six spot nodes with two agents. fluent-bit tolerates no taints of users; node-exporter tolerates everything. Karpenter replaces two nodes.",
    "zh-CN": "六个 spot 节点，两个代理程序。fluent-bit 不容忍用户的污点；node-exporter 容忍一切。Karpenter 更换两个节点。",
    "zh-TW": "六個 spot 節點，兩個代理程式。fluent-bit 不容忍使用者的污點；node-exporter 容忍一切。Karpenter 更換兩個節點。",
  },
  steps: {
    "disrupt-*": {
      en: "Karpenter sets the taint karpenter.sh/disrupted. fluent-bit does not want the node any more and its pod stays: misscheduled by the count, and still HEALTHY, because the node is being removed.",
      "zh-CN":
        "Karpenter 设置污点 karpenter.sh/disrupted。fluent-bit 不再需要该节点，而它的 Pod 留下来：计为误调度，但仍是 HEALTHY，因为节点正在被移除。",
      "zh-TW":
        "Karpenter 設定污點 karpenter.sh/disrupted。fluent-bit 不再需要該節點，而它的 Pod 留下來：計為誤排程，但仍是 HEALTHY，因為節點正在被移除。",
    },
    joins: {
      en: "The replacement joins, and both agents start on it.",
      "zh-CN": "新节点加入，两个代理程序在它上面启动。",
      "zh-TW": "新節點加入，兩個代理程式在它上面啟動。",
    },
    "leaves-*": {
      en: "The node is deleted, and its pods go with it. Neither desired nor the verdict was ever a concern.",
      "zh-CN": "节点被删除，它的 Pod 随之消失。期望数和判断都从未成为问题。",
      "zh-TW": "節點被刪除，它的 Pod 隨之消失。期望數和判斷都從未成為問題。",
    },
  },
};
