import type { StoryWords } from "../../staging/story.ts";

export const hwRngWords: StoryWords = {
  title: {
    en: "A pod that comes and goes with a label",
    "zh-CN": "随标签来去的 Pod",
    "zh-TW": "隨標籤來去的 Pod",
  },
  opening: {
    en: "hw-rng asks for nodes labelled feature=hw-rng and mounts /dev of its host. No node has the label, so desired is 0, and nothing is wrong: a DaemonSet runs on the nodes that match, which may be none.",
    "zh-CN":
      "hw-rng 只要带有标签 feature=hw-rng 的节点，并挂载主机的 /dev。没有节点有这个标签，所以期望数是 0，而这并不是错误：DaemonSet 在匹配的节点上运行，匹配的也可以一个都没有。",
    "zh-TW":
      "hw-rng 只要帶有標籤 feature=hw-rng 的節點，並掛載主機的 /dev。沒有節點有這個標籤，所以期望數是 0，而這並不是錯誤：DaemonSet 在符合的節點上執行，符合的也可以一個都沒有。",
  },
  steps: {
    "label-node": {
      en: "worker-2 gets the label. The controller compares every node with the selector again, creates a pod pinned to worker-2 by node affinity, and the scheduler binds it there.",
      "zh-CN": "worker-2 得到了标签。控制器再次用选择器比较各个节点，创建一个以节点亲和性固定在 worker-2 的 Pod，由调度器绑定到那里。",
      "zh-TW": "worker-2 得到了標籤。控制器再次用選擇器比對各個節點，建立一個以節點親和性固定在 worker-2 的 Pod，由排程器綁定到那裡。",
    },
    "unlabel-node": {
      en: "The label is gone, and so is the right to run: a selector that no longer matches makes the controller delete the pod. This is stricter than a NoSchedule taint, which would leave it.",
      "zh-CN": "标签没了，运行的资格也没了：选择器不再匹配，控制器就删除这个 Pod。这比 NoSchedule 污点更严格，后者会让它留下。",
      "zh-TW": "標籤沒了，執行的資格也沒了：選擇器不再符合，控制器就刪除這個 Pod。這比 NoSchedule 污點更嚴格，後者會讓它留下。",
    },
  },
};
