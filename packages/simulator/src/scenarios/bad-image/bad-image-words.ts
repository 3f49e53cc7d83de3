import type { StoryWords } from "../../staging/story.ts";

export const badImageWords: StoryWords = {
  title: {
    en: "A bad image stops at the budget",
    "zh-CN": "错误的镜像止步于额度",
    "zh-TW": "錯誤的映像檔止步於額度",
  },
  opening: {
    en: "12 nodes, maxUnavailable 25 %: three slots in the budget. It decides how much a mistake may cost.",
    "zh-CN": "12 个节点，maxUnavailable 为 25%：额度里有三个名额。它决定一个错误最多造成多大损失。",
    "zh-TW": "12 個節點，maxUnavailable 為 25%：額度裡有三個名額。它決定一個錯誤最多造成多大損失。",
  },
  steps: {
    "set-bad-image": {
      en: "The new image does not exist. Three old pods are deleted, their replacements cannot pull the image, and all three slots are taken: the rollout stops by itself, with nine nodes untouched. Nothing times out; a DaemonSet has no deadline.",
      "zh-CN":
        "新镜像并不存在。三个旧 Pod 被删除，替换它们的 Pod 拉不到镜像，三个名额全被占用：更新自行停住，九个节点没有受影响。不会有超时：DaemonSet 没有期限。",
      "zh-TW":
        "新映像檔並不存在。三個舊 Pod 被刪除，替換它們的 Pod 拉不到映像檔，三個名額全被佔用：更新自行停住，九個節點沒有受影響。不會有逾時：DaemonSet 沒有期限。",
    },
    undo: {
      en: "Undo puts the old template back as the newest revision. The three broken pods are not available, so they are replaced whatever the budget; the other nine already match and stay.",
      "zh-CN": "回滚会把旧模板作为最新的修订版本放回去。三个坏 Pod 不可用，所以立即替换，不受额度限制；另外九个本来就匹配，保持不动。",
      "zh-TW": "復原會把舊範本作為最新的修訂版本放回去。三個壞 Pod 不可用，所以立即替換，不受額度限制；另外九個本來就符合，保持不動。",
    },
  },
};
