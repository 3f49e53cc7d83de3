import type { StoryWords } from "../../staging/story.ts";

export const watchItThinkWords: StoryWords = {
  title: {
    en: "One change on its way through the controller",
    "zh-CN": "一个变化在控制器里走过的路",
    "zh-TW": "一個變化在控制器裡走過的路",
  },
  opening: {
    en: "Three workers; thinker wants those labelled role=watched, which is worker-1. Its pods are slow on purpose. Set the speed to 0.5 and follow one change from the node to the pod.",
    "zh-CN":
      "三个工作节点；thinker 只要带有标签 role=watched 的节点，即 worker-1。它的 Pod 特意做得很慢。把速度调到 0.5，跟着一个变化从节点走到 Pod。",
    "zh-TW":
      "三個工作節點；thinker 只要帶有標籤 role=watched 的節點，即 worker-1。它的 Pod 特意做得很慢。把速度調到 0.5，跟著一個變化從節點走到 Pod。",
  },
  steps: {
    "label-node": {
      en: "worker-2 gets the label. The controller hears of the node, puts thinker into its queue, compares what should be with what is, and creates one pod pinned to worker-2. The scheduler binds it, the kubelet starts it, and three seconds after it is ready it is available.",
      "zh-CN":
        "worker-2 得到标签。控制器得知节点变了，把 thinker 放进队列，比较应有与现有，创建一个固定在 worker-2 的 Pod。调度器绑定它，kubelet 启动它，就绪三秒后它才可用。",
      "zh-TW":
        "worker-2 得到標籤。控制器得知節點變了，把 thinker 放進佇列，比對應有與現有，建立一個固定在 worker-2 的 Pod。排程器綁定它，kubelet 啟動它，就緒三秒後它才可用。",
    },
    "set-image": {
      en: "The template changes: a new revision. One old pod is deleted; while it ends, its node holds the only slot of the budget. Then the new pod takes the same path, and only when it is available is it the other node's turn.",
      "zh-CN":
        "模板变了：新的修订版本。先删除一个旧 Pod；它结束期间，它的节点占着额度里唯一的名额。随后新 Pod 走同样的路，等它可用了才轮到另一个节点。",
      "zh-TW":
        "範本變了：新的修訂版本。先刪除一個舊 Pod；它結束期間，它的節點佔著額度裡唯一的名額。隨後新 Pod 走同樣的路，等它可用了才輪到另一個節點。",
    },
    "unlabel-node": {
      en: "The label goes, the controller compares again, and deletes the pod: nothing that happened before is remembered, only what should be and what is.",
      "zh-CN": "标签没了，控制器再比较一次，删除这个 Pod：它不记得发生过什么，只看应有与现有。",
      "zh-TW": "標籤沒了，控制器再比對一次，刪除這個 Pod：它不記得發生過什麼，只看應有與現有。",
    },
  },
};
