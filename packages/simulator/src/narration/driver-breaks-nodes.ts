import type { Narration } from "./narration.ts";

export const driverBreaksNodes: Narration = {
  story: "driver-breaks-nodes",
  title: {
    en: "A driver that breaks its nodes",
    "zh-CN": "弄坏节点的驱动",
    "zh-TW": "弄壞節點的驅動程式",
  },
  opening: {
    en: "Eight gpu nodes under a driver with maxUnavailable 3. The question to ask of a halted rollout: did the nodes fall ill before they got the new revision, or after?",
    "zh-CN": "八个 gpu 节点由一个 maxUnavailable 为 3 的驱动管理。面对停下的更新要问：节点是在得到新修订版本之前就异常的，还是之后？",
    "zh-TW": "八個 gpu 節點由一個 maxUnavailable 為 3 的驅動程式管理。面對停下的更新要問：節點是在得到新修訂版本之前就異常的，還是之後？",
  },
  steps: {
    "gpu-8-falls-ill": {
      en: "gpu-8 turns NotReady by itself, with the old revision. Remember it: what follows is not to blame for this node.",
      "zh-CN": "gpu-8 带着旧的修订版本自己变成 NotReady。请记住：之后发生的事与这个节点无关。",
      "zh-TW": "gpu-8 帶著舊的修訂版本自己變成 NotReady。請記住：之後發生的事與這個節點無關。",
    },
    "new-driver": {
      en: "The new driver takes down the kubelet of each node it starts on. The nodes turn NotReady after they got the revision, their pods never become available, and the budget keeps the damage to a few nodes.",
      "zh-CN":
        "新驱动在哪个节点启动，就让哪个节点的 kubelet 失灵。节点在得到新修订版本之后变成 NotReady，它们的 Pod 始终不可用，额度把损害限制在少数节点。",
      "zh-TW":
        "新驅動程式在哪個節點啟動，就讓哪個節點的 kubelet 失靈。節點在得到新修訂版本之後變成 NotReady，它們的 Pod 始終不可用，額度把損害限制在少數節點。",
    },
    undo: {
      en: "Undo brings the old driver back. The broken pods go first, whatever the budget, and their nodes recover; gpu-8 stays ill, as it was before.",
      "zh-CN": "撤销让旧驱动回来。坏的 Pod 不受额度限制先被替换，它们的节点恢复；gpu-8 仍然异常，和之前一样。",
      "zh-TW": "復原讓舊驅動程式回來。壞的 Pod 不受額度限制先被替換，它們的節點恢復；gpu-8 仍然異常，和之前一樣。",
    },
  },
};
