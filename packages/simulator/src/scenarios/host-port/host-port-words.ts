import type { StoryWords } from "../../staging/story.ts";

export const hostPortWords: StoryWords = {
  title: {
    en: "Two agents want the same port",
    "zh-CN": "两个代理程序争用同一个端口",
    "zh-TW": "兩個代理程式爭用同一個連接埠",
  },
  opening: {
    en: "node-exporter holds host port 9100 on four nodes. A host port belongs to the node: only one pod can have it.",
    "zh-CN": "node-exporter 在四个节点上占用主机端口 9100。主机端口属于节点：只能由一个 Pod 占用。",
    "zh-TW": "node-exporter 在四個節點上佔用主機連接埠 9100。主機連接埠屬於節點：只能由一個 Pod 佔用。",
  },
  steps: {
    "second-agent": {
      en: "vendor-exporter wants port 9100 too. Its four pods are created and wait, one on each node: the scheduler finds no free port, and the controller does not ask about ports.",
      "zh-CN": "vendor-exporter 也要端口 9100。它的四个 Pod 被创建后各自等待：调度器找不到空闲端口，而控制器不过问端口。",
      "zh-TW": "vendor-exporter 也要連接埠 9100。它的四個 Pod 被建立後各自等待：排程器找不到空閒的連接埠，而控制器不過問連接埠。",
    },
    "first-leaves": {
      en: "node-exporter is deleted. As each of its pods goes, the port of that node is free and the one that waited starts.",
      "zh-CN": "node-exporter 被删除。它的 Pod 每消失一个，那个节点的端口就空出来，等待的 Pod 随即启动。",
      "zh-TW": "node-exporter 被刪除。它的 Pod 每消失一個，那個節點的連接埠就空出來，等待的 Pod 隨即啟動。",
    },
  },
};
