import type { StoryWords } from "../../staging/story.ts";

export const onDeleteWords: StoryWords = {
  title: {
    en: "OnDelete: nothing moves until somebody deletes a pod",
    "zh-CN": "OnDelete：有人删除 Pod 之前什么都不动",
    "zh-TW": "OnDelete：有人刪除 Pod 之前什麼都不動",
  },
  opening: {
    en: "The same agent on six nodes, with the OnDelete strategy: the controller replaces no pod by itself, whatever changes in the template.",
    "zh-CN": "同一个代理程序运行在六个节点上，策略是 OnDelete：无论模板怎么变，控制器都不会主动替换 Pod。",
    "zh-TW": "同一個代理程式在六個節點上執行，策略是 OnDelete：無論範本怎麼變，控制器都不會主動替換 Pod。",
  },
  steps: {
    "set-image": {
      en: "A new image: all six pods are outdated, and none moves. This is not a stuck rollout; it waits for a person.",
      "zh-CN": "换了新镜像：六个 Pod 全部过时，却没有一个动。这不是卡住的更新，而是在等人。",
      "zh-TW": "換了新映像檔：六個 Pod 全部過時，卻沒有一個動。這不是卡住的更新，而是在等人。",
    },
    "delete-pod-*": {
      en: "Somebody deletes one pod by hand. A node that should have a pod and has none gets one from the current template, so it comes back with the new revision.",
      "zh-CN": "有人手动删除一个 Pod。应该有 Pod 却没有的节点，会按当前模板得到一个，所以它带着新的修订版本回来。",
      "zh-TW": "有人手動刪除一個 Pod。應該有 Pod 卻沒有的節點，會依目前的範本得到一個，所以它帶著新的修訂版本回來。",
    },
  },
};
