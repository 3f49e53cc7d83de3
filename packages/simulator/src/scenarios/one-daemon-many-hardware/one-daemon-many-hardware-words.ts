import type { StoryWords } from "../../staging/story.ts";

export const oneDaemonManyHardwareWords: StoryWords = {
  title: {
    en: "One agent, three DaemonSets, one for each kind of hardware",
    "zh-CN": "一个代理程序，三个 DaemonSet，每种硬件一个",
    "zh-TW": "一個代理程式，三個 DaemonSet，每種硬體一個",
  },
  opening: {
    en: "A DaemonSet has one template, so hardware that needs other requests or arguments needs a DaemonSet of its own. Three of them share out nine nodes by the label accelerator. gpu-10 is an mi300, and none of the three covers it.",
    "zh-CN":
      "一个 DaemonSet 只有一个模板，所以需要不同资源请求或参数的硬件，要有自己的 DaemonSet。三个 DaemonSet 按标签 accelerator 分担九个节点。gpu-10 是 mi300，三个都不覆盖它。",
    "zh-TW":
      "一個 DaemonSet 只有一個範本，所以需要不同資源請求或參數的硬體，要有自己的 DaemonSet。三個 DaemonSet 依標籤 accelerator 分擔九個節點。gpu-10 是 mi300，三個都不涵蓋它。",
  },
  steps: {
    "label-node": {
      en: "gpu-10 is labelled a10, and device-agent-a10 takes it. The label is all that the controller knows of hardware: a wrong one is believed.",
      "zh-CN": "gpu-10 被标为 a10，于是 device-agent-a10 接管它。关于硬件，控制器只知道标签：标错了它也相信。",
      "zh-TW": "gpu-10 被標為 a10，於是 device-agent-a10 接管它。關於硬體，控制器只知道標籤：標錯了它也相信。",
    },
  },
};
