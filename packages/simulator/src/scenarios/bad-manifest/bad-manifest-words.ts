import type { StoryWords } from "../../staging/story.ts";

export const badManifestWords: StoryWords = {
  title: {
    en: "Manifests that the API refuses",
    "zh-CN": "被 API 拒绝的清单",
    "zh-TW": "被 API 拒絕的清單",
  },
  opening: {
    en: "Three workers with node-agent. Somebody is about to apply log-agent, and gets it wrong five times. Each refusal names the field, and changes nothing. Try them in free play: the API server answers there as it does here.",
    "zh-CN":
      "三个工作节点，运行 node-agent。有人准备应用 log-agent，错了五次。每次拒绝都会指明字段，而且什么都不改变。可以在自由操作里试试：API 服务器的响应和这里一样。",
    "zh-TW":
      "三個工作節點，執行 node-agent。有人準備套用 log-agent，錯了五次。每次拒絕都會指明欄位，而且什麼都不改變。可以在自由操作裡試試：API 伺服器的回應和這裡一樣。",
  },
  steps: {
    "restart-policy": {
      en: "restartPolicy OnFailure: refused. A daemon pod is meant to run for ever, so Always is the only value.",
      "zh-CN": "restartPolicy 为 OnFailure：被拒绝。DaemonSet 的 Pod 就是要一直运行，所以只能是 Always。",
      "zh-TW": "restartPolicy 為 OnFailure：被拒絕。DaemonSet 的 Pod 就是要一直執行，所以只能是 Always。",
    },
    "selector-without-pods": {
      en: "A selector that does not match the template's labels: refused. The controller would never find the pods it makes, and would make more and more.",
      "zh-CN": "选择器与模板的标签不匹配：被拒绝。否则控制器找不到自己创建的 Pod，只会越建越多。",
      "zh-TW": "選擇器與範本的標籤不符：被拒絕。否則控制器找不到自己建立的 Pod，只會越建越多。",
    },
    "no-budget": {
      en: "maxUnavailable and maxSurge both 0: refused. Such an update could never take a step.",
      "zh-CN": "maxUnavailable 和 maxSurge 都为 0：被拒绝。这样的更新一步也走不了。",
      "zh-TW": "maxUnavailable 和 maxSurge 都為 0：被拒絕。這樣的更新一步也走不了。",
    },
    "two-budgets": {
      en: "maxUnavailable and maxSurge both 1: refused. A DaemonSet deletes first or creates first; it does not do both.",
      "zh-CN": "maxUnavailable 和 maxSurge 都为 1：被拒绝。DaemonSet 要么先删，要么先建，不会两者都做。",
      "zh-TW": "maxUnavailable 和 maxSurge 都為 1：被拒絕。DaemonSet 要嘛先刪，要嘛先建，不會兩者都做。",
    },
    "another-selector": {
      en: "Another selector for node-agent, which runs already: refused. A selector never changes; make a new DaemonSet instead.",
      "zh-CN": "给已经在运行的 node-agent 换选择器：被拒绝。选择器不可更改；应该新建一个 DaemonSet。",
      "zh-TW": "給已經在執行的 node-agent 換選擇器：被拒絕。選擇器不可更改；應該新建一個 DaemonSet。",
    },
    "as-it-should-be": {
      en: "log-agent as it should be: accepted, and three pods come.",
      "zh-CN": "正确的 log-agent：被接受，随后创建三个 Pod。",
      "zh-TW": "正確的 log-agent：被接受，隨後建立三個 Pod。",
    },
  },
};
