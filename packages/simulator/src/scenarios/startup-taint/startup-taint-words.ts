import type { StoryWords } from "../../staging/story.ts";

export const startupTaintWords: StoryWords = {
  title: {
    en: "A startup taint that stays",
    "zh-CN": "一直不消失的启动污点",
    "zh-TW": "一直不消失的啟動污點",
  },
  opening: {
    en: "Three workers with cilium, which tolerates everything, and fluent-bit. A new node has the taint node.cilium.io/agent-not-ready until cilium is Ready on it.",
    "zh-CN": "三个工作节点，运行容忍一切的 cilium 和 fluent-bit。新节点带有污点 node.cilium.io/agent-not-ready，直到 cilium 在它上面就绪。",
    "zh-TW": "三個工作節點，執行容忍一切的 cilium 和 fluent-bit。新節點帶有污點 node.cilium.io/agent-not-ready，直到 cilium 在它上面就緒。",
  },
  steps: {
    "node-joins": {
      en: "worker-4 joins. Only cilium tolerates its taint.",
      "zh-CN": "worker-4 加入。只有 cilium 容忍它的污点。",
      "zh-TW": "worker-4 加入。只有 cilium 容忍它的污點。",
    },
    "taint-removed": {
      en: "cilium is Ready, and its operator removes the taint. fluent-bit follows.",
      "zh-CN": "cilium 就绪，它的 operator 移除污点。fluent-bit 随后到。",
      "zh-TW": "cilium 就緒，它的 operator 移除污點。fluent-bit 隨後到。",
    },
    "set-image": {
      en: "cilium gets an image that does not exist. Under OnDelete its existing pods stay.",
      "zh-CN": "cilium 换成一个不存在的镜像。在 OnDelete 下，现有的 Pod 保留。",
      "zh-TW": "cilium 換成一個不存在的映像。在 OnDelete 下，現有的 Pod 保留。",
    },
    "joins-*": {
      en: "A node joins. cilium cannot start on it, so that the taint stays. cilium is FAILING. fluent-bit does not want the node and stays HEALTHY.",
      "zh-CN": "一个节点加入。cilium 无法在它上面启动，所以污点一直在。cilium 是 FAILING。fluent-bit 不需要该节点，仍是 HEALTHY。",
      "zh-TW": "一個節點加入。cilium 無法在它上面啟動，所以污點一直在。cilium 是 FAILING。fluent-bit 不需要該節點，仍是 HEALTHY。",
    },
    repair: {
      en: "The image is corrected.",
      "zh-CN": "镜像被改正。",
      "zh-TW": "映像被改正。",
    },
    "restart-*": {
      en: "The failing pod is deleted, and its replacement starts.",
      "zh-CN": "失败的 Pod 被删除，新的 Pod 启动。",
      "zh-TW": "失敗的 Pod 被刪除，新的 Pod 啟動。",
    },
    "end-*": {
      en: "The operator removes the taint, and fluent-bit follows.",
      "zh-CN": "operator 移除污点，fluent-bit 随后到。",
      "zh-TW": "operator 移除污點，fluent-bit 隨後到。",
    },
  },
};
