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
      en: "A DaemonSet with the same selector and a newer image is applied. It adopts the four pods that match and creates the missing one. The pods are of generation 2 and the new DaemonSet of generation 1, so they count as old. It replaces them one at a time.",
      "zh-CN":
        "应用一个选择器相同、镜像更新的 DaemonSet。它收养匹配的四个 Pod，补上缺的一个。这些 Pod 的 generation 是 2，新的 DaemonSet 是 1，所以它们算旧的。它一次替换一个。",
      "zh-TW":
        "套用一個選擇器相同、映像檔更新的 DaemonSet。它收養符合的四個 Pod，補上缺的一個。這些 Pod 的 generation 是 2，新的 DaemonSet 是 1，所以它們算舊的。它一次替換一個。",
    },
    "delete-again": {
      en: "node-agent is deleted with --cascade=orphan again. Its pods are of generation 1 now.",
      "zh-CN": "再次以 --cascade=orphan 删除 node-agent。它的 Pod 现在是 generation 1。",
      "zh-TW": "再次以 --cascade=orphan 刪除 node-agent。它的 Pod 現在是 generation 1。",
    },
    "apply-same-generation": {
      en: "A DaemonSet with image 3.0 is applied. It is of generation 1 as well, so the adopted pods count as up to date and keep image 2.0. The controller compares hash or generation, and never the image. kubectl rollout restart would replace them.",
      "zh-CN":
        "应用一个镜像为 3.0 的 DaemonSet。它的 generation 也是 1，所以收养的 Pod 算最新，继续使用镜像 2.0。控制器比较哈希或 generation，从不比较镜像。kubectl rollout restart 会替换它们。",
      "zh-TW":
        "套用一個映像檔為 3.0 的 DaemonSet。它的 generation 也是 1，所以收養的 Pod 算最新，繼續使用映像檔 2.0。控制器比較雜湊或 generation，從不比較映像檔。kubectl rollout restart 會替換它們。",
    },
  },
};
