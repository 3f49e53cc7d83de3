import type { StoryWords } from "../../staging/story.ts";

export const staticPodsWords: StoryWords = {
  title: {
    en: "Static pods, daemon pods, and a pod of nobody",
    "zh-CN": "静态 Pod、DaemonSet 的 Pod，和无主的 Pod",
    "zh-TW": "靜態 Pod、DaemonSet 的 Pod，和無主的 Pod",
  },
  opening: {
    en: "On the control plane etcd, API server, scheduler and controller manager are static pods: the kubelet reads them from a folder, and what the API shows is a mirror. kube-proxy and fluent-bit are daemon pods; debug on worker-2 belongs to nobody. Each of them will be deleted once.",
    "zh-CN":
      "控制平面上的 etcd、API 服务器、调度器和控制器管理器是静态 Pod：kubelet 从文件夹读取它们，API 显示的只是镜像 Pod（mirror Pod）。kube-proxy 和 fluent-bit 是 DaemonSet 的 Pod；worker-2 上的 debug 不属于任何人。每种各删一次。",
    "zh-TW":
      "控制平面上的 etcd、API 伺服器、排程器和控制器管理器是靜態 Pod：kubelet 從資料夾讀取它們，API 顯示的只是鏡像 Pod（mirror Pod）。kube-proxy 和 fluent-bit 是 DaemonSet 的 Pod；worker-2 上的 debug 不屬於任何人。每種各刪一次。",
  },
  steps: {
    "delete-static": {
      en: "The scheduler's pod is deleted. Only its mirror goes, the process runs on, and the kubelet writes the mirror again at once. To stop a static pod, take its file away.",
      "zh-CN": "删除调度器的 Pod。消失的只是镜像 Pod（mirror Pod），进程照常运行，kubelet 立刻重新创建它。要停掉静态 Pod，得拿走它的文件。",
      "zh-TW": "刪除排程器的 Pod。消失的只是鏡像 Pod，行程照常執行，kubelet 立刻重新建立它。要停掉靜態 Pod，得拿走它的檔案。",
    },
    "delete-daemon-pod": {
      en: "kube-proxy of the control plane is deleted. It ends, and the DaemonSet makes another with a new name.",
      "zh-CN": "删除控制平面上的 kube-proxy。它结束运行，DaemonSet 再建一个，名字是新的。",
      "zh-TW": "刪除控制平面上的 kube-proxy。它結束執行，DaemonSet 再建一個，名字是新的。",
    },
    "delete-debug": {
      en: "debug is deleted, and that is the end of it: no controller knows of it.",
      "zh-CN": "删除 debug，它就此结束：没有控制器知道它。",
      "zh-TW": "刪除 debug，它就此結束：沒有控制器知道它。",
    },
  },
};
