import type { StoryWords } from "../../staging/story.ts";

export const driverBreaksNodesWords: StoryWords = {
  title: {
    en: "A driver that breaks its nodes",
    "zh-CN": "导致节点故障的驱动",
    "zh-TW": "導致節點故障的驅動程式",
  },
  opening: {
    en: "Eight gpu nodes under a driver with maxUnavailable 3. The question to ask of a halted rollout: did the nodes fall ill before they got the new revision, or after?",
    "zh-CN": "八个 gpu 节点运行同一个驱动，maxUnavailable 为 3。面对停住的更新要问：节点是在更新到新修订版本之前就异常的，还是之后？",
    "zh-TW": "八個 gpu 節點執行同一個驅動程式，maxUnavailable 為 3。面對停住的更新要問：節點是在更新到新修訂版本之前就異常的，還是之後？",
  },
  steps: {
    "gpu-8-falls-ill": {
      en: "gpu-8 turns NotReady by itself, with the old revision. Remember it: what follows is not to blame for this node.",
      "zh-CN": "gpu-8 还是旧的修订版本，就自己变成了 NotReady。请记住：它的异常不是之后的更新造成的。",
      "zh-TW": "gpu-8 還是舊的修訂版本，就自己變成了 NotReady。請記住：它的異常不是之後的更新造成的。",
    },
    "new-driver": {
      en: "The new driver takes down the kubelet of each node it starts on. The nodes turn NotReady after they got the revision, their pods never become available, and the budget keeps the damage to a few nodes.",
      "zh-CN":
        "新驱动在哪个节点启动，就让哪个节点的 kubelet 停止工作。节点在更新到新修订版本之后变成 NotReady，它们的 Pod 始终不可用，额度把损害限制在少数节点。",
      "zh-TW":
        "新驅動程式在哪個節點啟動，就讓哪個節點的 kubelet 停止運作。節點在更新到新修訂版本之後變成 NotReady，它們的 Pod 始終不可用，額度把損害限制在少數節點。",
    },
    undo: {
      en: "Undo brings the old driver back. The broken pods go first, whatever the budget, and their nodes recover; gpu-8 stays ill, as it was before.",
      "zh-CN": "回滚恢复旧驱动。坏的 Pod 最先替换，不受额度限制，它们的节点随之恢复；gpu-8 仍然异常，和之前一样。",
      "zh-TW": "復原後舊驅動程式回來。壞的 Pod 最先替換，不受額度限制，它們的節點隨之恢復；gpu-8 仍然異常，和之前一樣。",
    },
  },
};
