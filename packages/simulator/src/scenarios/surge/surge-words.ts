import type { StoryWords } from "../../staging/story.ts";

export const surgeWords: StoryWords = {
  title: {
    en: "maxSurge: the new pod first",
    "zh-CN": "maxSurge：新的 Pod 先来",
    "zh-TW": "maxSurge：新的 Pod 先來",
  },
  opening: {
    en: "Six nodes with two agents. agent has maxSurge 2 and port-agent maxSurge 1: both keep the old pod until the new one is available. port-agent also holds host port 9100.",
    "zh-CN":
      "六个节点，两个代理程序。agent 的 maxSurge 为 2，port-agent 的为 1：两者都在新 Pod 可用之前保留旧的。port-agent 还占用主机端口 9100。",
    "zh-TW":
      "六個節點，兩個代理程式。agent 的 maxSurge 為 2，port-agent 的為 1：兩者都在新 Pod 可用之前保留舊的。port-agent 還佔用主機連接埠 9100。",
  },
  steps: {
    "update-agent": {
      en: "On two nodes at a time a second pod is created beside the old one. Only when it has been ready for minReadySeconds does the old pod go, so no node is ever without the agent.",
      "zh-CN": "每次在两个节点上，旧 Pod 旁边创建第二个。等它就绪满 minReadySeconds，旧的才离开，所以任何节点都不会缺少代理程序。",
      "zh-TW": "每次在兩個節點上，舊 Pod 旁邊建立第二個。等它就緒滿 minReadySeconds，舊的才離開，所以任何節點都不會缺少代理程式。",
    },
    "update-port-agent": {
      en: "The new pod of port-agent wants the same host port as the old one on the same node. The scheduler cannot place it, the old one waits for the new one, and neither moves: surge and a host port exclude each other.",
      "zh-CN":
        "port-agent 的新 Pod 要在同一节点上使用与旧 Pod 相同的主机端口。调度器无法安置它，旧的又在等新的，谁都动不了：maxSurge 与主机端口互相排斥。",
      "zh-TW":
        "port-agent 的新 Pod 要在同一節點上使用與舊 Pod 相同的主機連接埠。排程器無法安置它，舊的又在等新的，誰都動不了：maxSurge 與主機連接埠互相排斥。",
    },
  },
};
