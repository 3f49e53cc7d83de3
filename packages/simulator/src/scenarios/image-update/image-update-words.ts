import type { StoryWords } from "../../staging/story.ts";

export const imageUpdateWords: StoryWords = {
  title: {
    en: "A rolling update within its budget",
    "zh-CN": "在额度之内的滚动更新",
    "zh-TW": "在額度之內的滾動更新",
  },
  opening: {
    en: "fluentd-elasticsearch runs on 12 nodes with maxUnavailable 2. That is its budget: at most two nodes may be without an available pod at any moment of an update.",
    "zh-CN":
      "fluentd-elasticsearch 在 12 个节点上运行，maxUnavailable 为 2。这就是它的额度：更新中的任何时刻，最多两个节点可以没有可用的 Pod。",
    "zh-TW":
      "fluentd-elasticsearch 在 12 個節點上執行，maxUnavailable 為 2。這就是它的額度：更新中的任何時刻，最多兩個節點可以沒有可用的 Pod。",
  },
  steps: {
    "set-image": {
      en: "A new image makes a new revision. On two nodes the old pod is deleted first; when it is gone the new one is created, and when that one is available its slot is free for the next node. Which node is next is not fixed: the controller has no order.",
      "zh-CN":
        "新镜像产生新的修订版本。在两个节点上先删除旧 Pod；旧的消失后创建新的，新的可用之后，名额才空出来给下一个节点。下一个是哪个节点并不固定：控制器没有顺序。",
      "zh-TW":
        "新映像檔產生新的修訂版本。在兩個節點上先刪除舊 Pod；舊的消失後建立新的，新的可用之後，名額才空出來給下一個節點。下一個是哪個節點並不固定：控制器沒有順序。",
    },
  },
};
