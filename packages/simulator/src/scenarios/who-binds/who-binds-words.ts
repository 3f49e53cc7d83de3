import type { StoryWords } from "../../staging/story.ts";

export const whoBindsWords: StoryWords = {
  title: {
    en: "Who puts the pod on the node?",
    "zh-CN": "谁把 Pod 放到节点上？",
    "zh-TW": "誰把 Pod 放到節點上？",
  },
  opening: {
    en: "Three workers with fluent-bit. The controller pins each pod to a node by node affinity, and the scheduler sets spec.nodeName. Until Kubernetes 1.11 the controller set spec.nodeName itself, so old lessons say that daemon pods need no scheduler.",
    "zh-CN":
      "三个工作节点，运行 fluent-bit。控制器用节点亲和性把每个 Pod 固定到一个节点，spec.nodeName 由调度器设置。在 Kubernetes 1.11 及以前，控制器自己设置 spec.nodeName，所以旧教程说 DaemonSet 的 Pod 不需要调度器。",
    "zh-TW":
      "三個工作節點，執行 fluent-bit。控制器用節點親和性把每個 Pod 固定到一個節點，spec.nodeName 由排程器設定。在 Kubernetes 1.11 及以前，控制器自己設定 spec.nodeName，所以舊教學說 DaemonSet 的 Pod 不需要排程器。",
  },
  steps: {
    "stop-scheduler": {
      en: "The scheduler stops. On a kubeadm cluster its file leaves /etc/kubernetes/manifests. All pods run on: the scheduler is only needed for new ones.",
      "zh-CN":
        "调度器停止。在 kubeadm 集群上，就是拿走 /etc/kubernetes/manifests 里它的文件。所有 Pod 照样运行：只有新的 Pod 才需要调度器。",
      "zh-TW":
        "排程器停止。在 kubeadm 叢集上，就是拿走 /etc/kubernetes/manifests 裡它的檔案。所有 Pod 照樣執行：只有新的 Pod 才需要排程器。",
    },
    "delete-pod": {
      en: "The pod of worker-2 is deleted. The controller creates another at once, pinned to worker-2. It stays Pending, because no one sets spec.nodeName.",
      "zh-CN": "删除 worker-2 的 Pod。控制器立刻再建一个，固定到 worker-2。它停在 Pending，因为没有谁设置 spec.nodeName。",
      "zh-TW": "刪除 worker-2 的 Pod。控制器立刻再建一個，固定到 worker-2。它停在 Pending，因為沒有誰設定 spec.nodeName。",
    },
    "apply-bound": {
      en: "A DaemonSet whose template sets nodeName: worker-1 is applied. Its pod runs without a scheduler, as all daemon pods did until 1.11.",
      "zh-CN":
        "应用一个模板设置了 nodeName: worker-1 的 DaemonSet。它的 Pod 不经过调度器就运行，1.11 及以前所有 DaemonSet 的 Pod 都是这样。",
      "zh-TW":
        "套用一個範本設定了 nodeName: worker-1 的 DaemonSet。它的 Pod 不經過排程器就執行，1.11 及以前所有 DaemonSet 的 Pod 都是這樣。",
    },
    "start-scheduler": {
      en: "The scheduler starts again, finds the waiting pod, and binds it to worker-2.",
      "zh-CN": "调度器重新启动，找到等待的 Pod，把它绑定到 worker-2。",
      "zh-TW": "排程器重新啟動，找到等待的 Pod，把它繫結到 worker-2。",
    },
  },
};
