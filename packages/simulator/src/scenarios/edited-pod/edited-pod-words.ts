import type { StoryWords } from "../../staging/story.ts";

export const editedPodWords: StoryWords = {
  title: {
    en: "A pod that was edited by hand",
    "zh-CN": "被手动改过的 Pod",
    "zh-TW": "被手動改過的 Pod",
  },
  opening: {
    en: "Four workers with fluent-bit. The controller compares the revision label of a pod, not its contents: what somebody changes in a pod, no count shows.",
    "zh-CN": "四个工作节点，运行 fluent-bit。控制器比较的是 Pod 的修订版本标签，不是内容：有人在 Pod 里改了什么，任何数字都看不出来。",
    "zh-TW": "四個工作節點，執行 fluent-bit。控制器比較的是 Pod 的修訂版本標籤，不是內容：有人在 Pod 裡改了什麼，任何數字都看不出來。",
  },
  steps: {
    "edit-image": {
      en: "Somebody gives the pod of worker-2 a debug image. Its container starts anew with it, and the pod still counts as up to date.",
      "zh-CN": "有人给 worker-2 上的 Pod 换了调试镜像。容器用它重新启动，而这个 Pod 仍算作已更新。",
      "zh-TW": "有人給 worker-2 上的 Pod 換了偵錯映像檔。容器用它重新啟動，而這個 Pod 仍算作已更新。",
    },
    "label-pod": {
      en: "It gets a label too. As long as the selector still matches, the DaemonSet keeps the pod and does not mind.",
      "zh-CN": "它还得到了一个标签。只要选择器仍然匹配，DaemonSet 就留着它，并不在意。",
      "zh-TW": "它還得到了一個標籤。只要選擇器仍然符合，DaemonSet 就留著它，並不在意。",
    },
    "delete-pod": {
      en: "The pod is deleted. Its replacement is made from the template, so image and labels are as they should be; the edit is gone, and nothing kept a record of it.",
      "zh-CN": "Pod 被删除。替换它的 Pod 来自模板，镜像和标签都恢复正常；手动的改动没了，也没有留下记录。",
      "zh-TW": "Pod 被刪除。替換它的 Pod 來自範本，映像檔和標籤都恢復正常；手動的改動沒了，也沒有留下紀錄。",
    },
  },
};
