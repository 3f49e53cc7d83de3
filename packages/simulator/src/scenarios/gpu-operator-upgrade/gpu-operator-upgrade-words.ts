import type { StoryWords } from "../../staging/story.ts";

export const gpuOperatorUpgradeWords: StoryWords = {
  title: {
    en: "gpu-operator upgrades a driver",
    "zh-CN": "gpu-operator 升级驱动",
    "zh-TW": "gpu-operator 升級驅動程式",
  },
  opening: {
    en: "Three gpu nodes with a driver under OnDelete and a device plugin. gpu-operator replaces the driver's pods itself, one node at a time, and writes its progress to a label of each node. Nothing waits for you.",
    "zh-CN":
      "三个 gpu 节点，运行 OnDelete 的驱动和设备插件。gpu-operator 自己逐个节点替换驱动的 Pod，并把进度写到每个节点的标签上。不需要你做什么。",
    "zh-TW":
      "三個 gpu 節點，執行 OnDelete 的驅動程式和裝置外掛。gpu-operator 自己逐個節點替換驅動程式的 Pod，並把進度寫到每個節點的標籤上。不需要你做什麼。",
  },
  steps: {
    "set-image": {
      en: "The driver gets a new image. Under OnDelete the DaemonSet controller replaces no pod.",
      "zh-CN": "驱动换成新镜像。在 OnDelete 下，DaemonSet 控制器不会替换任何 Pod。",
      "zh-TW": "驅動程式換成新映像。在 OnDelete 下，DaemonSet 控制器不會替換任何 Pod。",
    },
    "upgrade-required": {
      en: "gpu-operator finds old pods and labels their nodes upgrade-required. The verdict names it, and is ROLLING instead of MANUAL.",
      "zh-CN": "gpu-operator 发现旧 Pod，给节点打上 upgrade-required 标签。判断会指出它，显示 ROLLING 而不是 MANUAL。",
      "zh-TW": "gpu-operator 發現舊 Pod，給節點打上 upgrade-required 標籤。判斷會指出它，顯示 ROLLING 而不是 MANUAL。",
    },
    "drain-*": {
      en: "gpu-operator cordons the next node and drains it.",
      "zh-CN": "gpu-operator 封锁下一个节点并将其排空。",
      "zh-TW": "gpu-operator 封鎖下一個節點並將其排空。",
    },
    "restart-*": {
      en: "The old driver pod is deleted. The label of the device plugin becomes paused-for-driver-upgrade, so that its pod leaves the node. This is a planned pause: the device plugin stays HEALTHY.",
      "zh-CN":
        "旧的驱动 Pod 被删除。设备插件的标签变成 paused-for-driver-upgrade，它的 Pod 离开该节点。这是计划内的暂停：设备插件仍是 HEALTHY。",
      "zh-TW":
        "舊的驅動程式 Pod 被刪除。裝置外掛的標籤變成 paused-for-driver-upgrade，它的 Pod 離開該節點。這是計畫內的暫停：裝置外掛仍是 HEALTHY。",
    },
    "done-*": {
      en: "The new driver runs. gpu-operator ends the pause, uncordons the node and goes on to the next one.",
      "zh-CN": "新驱动已运行。gpu-operator 结束暂停，解除封锁，然后处理下一个节点。",
      "zh-TW": "新驅動程式已執行。gpu-operator 結束暫停，解除封鎖，然後處理下一個節點。",
    },
    "upgrade-failed": {
      en: "gpu-operator gives up on gpu-3, and leaves the pause in place. The driver is FAILING, and the device plugin is SHRUNK.",
      "zh-CN": "gpu-operator 放弃了 gpu-3，暂停却还留着。驱动变成 FAILING，设备插件变成 SHRUNK。",
      "zh-TW": "gpu-operator 放棄了 gpu-3，暫停卻還留著。驅動程式變成 FAILING，裝置外掛變成 SHRUNK。",
    },
    repair: {
      en: "The node is repaired by hand: the device plugin returns, and both DaemonSets are HEALTHY.",
      "zh-CN": "手动修复该节点：设备插件回来了，两个 DaemonSet 都是 HEALTHY。",
      "zh-TW": "手動修復該節點：裝置外掛回來了，兩個 DaemonSet 都是 HEALTHY。",
    },
  },
};
