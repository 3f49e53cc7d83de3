import type { StoryWords } from "../../staging/story.ts";

export const labelFlipWords: StoryWords = {
  title: {
    en: "A label changes, and everything looks fine",
    "zh-CN": "标签变了，一切看起来正常",
    "zh-TW": "標籤變了，一切看起來正常",
  },
  opening: {
    en: "Forty nodes labelled disk=ssd under a log shipper that asks for it. Most tools compare ready with desired, and will find nothing in what comes.",
    "zh-CN": "四十个带有标签 disk=ssd 的节点，日志采集器只要这样的节点。多数工具只比较就绪数与期望数，对接下来的事毫无察觉。",
    "zh-TW": "四十個帶有標籤 disk=ssd 的節點，日誌收集器只要這樣的節點。多數工具只比較就緒數與期望數，對接下來的事毫無察覺。",
  },
  steps: {
    flip: {
      en: "An automation writes disk=nvme on 24 nodes. They no longer match, so desired falls from 40 to 16 and 24 pods are deleted. Every pod that is left is available: 16 of 16, and no logs from 24 nodes.",
      "zh-CN":
        "一个自动化程序在 24 个节点上写了 disk=nvme。它们不再匹配，期望数从 40 降到 16，24 个 Pod 被删除。剩下的全部可用：16/16，而 24 个节点没有日志。",
      "zh-TW":
        "一個自動化程式在 24 個節點上寫了 disk=nvme。它們不再符合，期望數從 40 降到 16，24 個 Pod 被刪除。剩下的全部可用：16/16，而 24 個節點沒有日誌。",
    },
    "put-right": {
      en: "The label is put right, and 24 pods come back. No node left or joined in all this: when desired falls with the number of nodes unchanged, look at labels and taints.",
      "zh-CN": "标签改回来，24 个 Pod 也回来了。整个过程没有节点离开或加入：节点数不变而期望数下降时，要看标签和污点。",
      "zh-TW": "標籤改回來，24 個 Pod 也回來了。整個過程沒有節點離開或加入：節點數不變而期望數下降時，要看標籤和污點。",
    },
  },
};
