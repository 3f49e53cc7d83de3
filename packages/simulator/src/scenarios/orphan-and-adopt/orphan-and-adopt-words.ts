import type { StoryWords } from "../../staging/story.ts";

export const orphanAndAdoptWords: StoryWords = {
  title: {
    en: "Pods without an owner, and their adoption",
    "zh-CN": "没有属主的 Pod，以及它们被收养",
    "zh-TW": "沒有擁有者的 Pod，以及它們被收養",
  },
  opening: {
    en: "Five workers with node-agent. A pod knows its DaemonSet by an owner reference; the DaemonSet finds its pods by a selector. Here the two are taken apart and joined again.",
    "zh-CN": "五个工作节点，运行 node-agent。Pod 通过属主引用认得 DaemonSet，DaemonSet 通过选择器找到 Pod。这里把两者拆开，再接回去。",
    "zh-TW": "五個工作節點，執行 node-agent。Pod 透過擁有者參照認得 DaemonSet，DaemonSet 透過選擇器找到 Pod。這裡把兩者拆開，再接回去。",
  },
  steps: {
    "delete-orphaning": {
      en: "node-agent is deleted with --cascade=orphan. The DaemonSet goes, its pods lose their owner and run on as if nothing had happened.",
      "zh-CN": "以 --cascade=orphan 删除 node-agent。DaemonSet 没了，Pod 失去属主，却照样运行，好像什么都没发生。",
      "zh-TW": "以 --cascade=orphan 刪除 node-agent。DaemonSet 沒了，Pod 失去擁有者，卻照樣執行，好像什麼都沒發生。",
    },
    "a-pod-dies": {
      en: "One of them is deleted, and none comes back: nobody counts these pods any more.",
      "zh-CN": "其中一个被删除，再也没有回来：已经没有人数这些 Pod 了。",
      "zh-TW": "其中一個被刪除，再也沒有回來：已經沒有人數這些 Pod 了。",
    },
    "apply-newer": {
      en: "A DaemonSet with the same selector and a newer image is applied. It adopts the four pods that match, creates the missing one, and replaces those that differ from its template as its strategy allows: one at a time.",
      "zh-CN": "应用一个选择器相同、镜像更新的 DaemonSet。它收养匹配的四个 Pod，补上缺的一个，再按策略替换与模板不同的 Pod：一次一个。",
      "zh-TW": "套用一個選擇器相同、映像檔更新的 DaemonSet。它收養符合的四個 Pod，補上缺的一個，再依策略替換與範本不同的 Pod：一次一個。",
    },
  },
};
