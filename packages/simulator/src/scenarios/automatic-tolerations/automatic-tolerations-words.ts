import type { StoryWords } from "../../staging/story.ts";

export const automaticTolerationsWords: StoryWords = {
  title: {
    en: "What every daemon pod tolerates",
    "zh-CN": "每个 DaemonSet Pod 都容忍什么",
    "zh-TW": "每個 DaemonSet Pod 都容忍什麼",
  },
  opening: {
    en: "Eight nodes, named for the trouble they will get into, under three agents: log-agent wrote no toleration, host-agent is on the host's network, all-weather tolerates everything. The controller adds tolerations of its own to all of them; watch which pods they keep, and where new ones may come.",
    "zh-CN":
      "八个节点，各以将要遇到的麻烦命名，运行三个代理程序：log-agent 没有写容忍度，host-agent 使用主机网络，all-weather 容忍一切。控制器会给它们都加上自己的容忍度；请看这些容忍度留住哪些 Pod，新的又能去哪里。",
    "zh-TW":
      "八個節點，各以將要遇到的麻煩命名，執行三個代理程式：log-agent 沒有寫容忍度，host-agent 使用主機網路，all-weather 容忍一切。控制器會給它們都加上自己的容忍度；請看這些容忍度留住哪些 Pod，新的又能去哪裡。",
  },
  steps: {
    "disk-fills": {
      en: "The disk of one node fills up, which becomes a taint disk-pressure:NoSchedule. Every daemon pod tolerates it, so nothing changes here.",
      "zh-CN": "一个节点的磁盘满了，变成污点 disk-pressure:NoSchedule。每个 DaemonSet Pod 都容忍它，所以这里什么都没变。",
      "zh-TW": "一個節點的磁碟滿了，變成污點 disk-pressure:NoSchedule。每個 DaemonSet Pod 都容忍它，所以這裡什麼都沒變。",
    },
    "memory-fills": {
      en: "Memory gets short on another: memory-pressure:NoSchedule, tolerated by all of them.",
      "zh-CN": "另一个节点内存紧张：memory-pressure:NoSchedule，全部容忍。",
      "zh-TW": "另一個節點記憶體吃緊：memory-pressure:NoSchedule，全部容忍。",
    },
    "pids-run-out": {
      en: "A third runs out of process ids: pid-pressure:NoSchedule, tolerated as well.",
      "zh-CN": "第三个节点的进程号用尽：pid-pressure:NoSchedule，同样容忍。",
      "zh-TW": "第三個節點的 PID 用盡：pid-pressure:NoSchedule，同樣容忍。",
    },
    cordon: {
      en: "Somebody cordons a node: unschedulable:NoSchedule, tolerated. A cordon never takes a node from desired.",
      "zh-CN": "有人封锁了一个节点：unschedulable:NoSchedule，也都容忍。封锁从不影响期望数。",
      "zh-TW": "有人封鎖了一個節點：unschedulable:NoSchedule，也都容忍。封鎖從不影響期望數。",
    },
    "falls-ill": {
      en: "A node reports NotReady and gets two taints. not-ready:NoExecute is tolerated by every daemon pod, so none is evicted; not-ready:NoSchedule is not, so no new pod would come. No number says so yet: nobody made the controller look.",
      "zh-CN":
        "一个节点报告 NotReady，被加上两个污点。每个 DaemonSet Pod 都容忍 not-ready:NoExecute，所以没有被驱逐；但不容忍 not-ready:NoSchedule，所以不会有新 Pod。各项数字还没有变化：没有任何事触发控制器重新检查。",
      "zh-TW":
        "一個節點回報 NotReady，被加上兩個污點。每個 DaemonSet Pod 都容忍 not-ready:NoExecute，所以沒有被驅逐；但不容忍 not-ready:NoSchedule，所以不會有新 Pod。各項數字還沒有變化：沒有任何事觸發控制器重新檢查。",
    },
    "network-breaks": {
      en: "A node loses its network: network-unavailable:NoSchedule. The controller adds a toleration for it only to pods on the host's network, which do not need what is broken.",
      "zh-CN":
        "一个节点失去网络：network-unavailable:NoSchedule。控制器只给使用主机网络的 Pod 加上对它的容忍度，因为它们用不到出故障的那部分。",
      "zh-TW":
        "一個節點失去網路：network-unavailable:NoSchedule。控制器只給使用主機網路的 Pod 加上對它的容忍度，因為它們用不到故障的那部分。",
    },
    "falls-silent": {
      en: "A kubelet falls silent. For 50 s nobody draws a conclusion; then the node counts as unreachable, with taints of both effects.",
      "zh-CN": "一个 kubelet 失联。50 秒之内不会有任何判定；之后节点被判定为 unreachable，两种效果的污点都会加上。",
      "zh-TW": "一個 kubelet 失聯。50 秒之內不會有任何判定；之後節點被判定為 unreachable，兩種效果的污點都會加上。",
    },
    "touch-log-agent": {
      en: "Somebody writes a note on log-agent, and the controller looks. Now desired falls: the node that is NotReady and the one without network are no longer wanted. Their pods stay, and count as misscheduled.",
      "zh-CN":
        "有人在 log-agent 上写了一条注解，控制器于是重新检查。期望数下降：NotReady 的节点和没有网络的节点不再需要它。那里的 Pod 仍留着，计为误调度。",
      "zh-TW":
        "有人在 log-agent 上寫了一條註解，控制器於是重新檢查。期望數下降：NotReady 的節點和沒有網路的節點不再需要它。那裡的 Pod 仍留著，計為誤排程。",
    },
    "new-agent": {
      en: "A new agent without tolerations. It comes to every node but three: NotReady, unreachable and without network. Pressure and the cordon do not keep it away.",
      "zh-CN": "一个没有容忍度的新代理程序。它会在所有节点上运行，三个除外：NotReady、unreachable 和没有网络的。资源压力和封锁都挡不住它。",
      "zh-TW": "一個沒有容忍度的新代理程式。它會在所有節點上執行，三個除外：NotReady、unreachable 和沒有網路的。資源壓力和封鎖都擋不住它。",
    },
    "new-host-agent": {
      en: "The same on the host's network: it also comes to the node without network, since the controller added that toleration.",
      "zh-CN": "同样的代理程序，但使用主机网络：它也会在没有网络的节点上运行，因为控制器加了那个容忍度。",
      "zh-TW": "同樣的代理程式，但使用主機網路：它也會在沒有網路的節點上執行，因為控制器加了那個容忍度。",
    },
    "disk-is-emptied": {
      en: "The disk is emptied, and its taint goes.",
      "zh-CN": "磁盘清理完毕，污点消失。",
      "zh-TW": "磁碟清理完畢，污點消失。",
    },
    "memory-is-freed": {
      en: "Memory is freed, and its taint goes.",
      "zh-CN": "内存释放，污点消失。",
      "zh-TW": "記憶體釋放，污點消失。",
    },
    "pids-are-freed": {
      en: "Process ids are free again, and the taint goes.",
      "zh-CN": "进程号又够用了，污点消失。",
      "zh-TW": "PID 又夠用了，污點消失。",
    },
    uncordon: {
      en: "The cordon is taken off.",
      "zh-CN": "封锁解除了。",
      "zh-TW": "封鎖解除了。",
    },
    recovers: {
      en: "The node is Ready again. The controller looks at once, because a node without a pod that should have one is worth a look: both new agents come.",
      "zh-CN": "节点重新就绪。应该有 Pod 却没有的节点会触发检查，所以控制器立刻行动：两个新代理程序都来了。",
      "zh-TW": "節點重新就緒。應該有 Pod 卻沒有的節點會觸發檢查，所以控制器立刻行動：兩個新代理程式都來了。",
    },
    "network-is-back": {
      en: "The network is back, and new-agent comes there too.",
      "zh-CN": "网络恢复，new-agent 也在那里启动。",
      "zh-TW": "網路恢復，new-agent 也在那裡啟動。",
    },
    "speaks-again": {
      en: "The silent kubelet speaks again: its node is Ready, and everything is wanted there as before.",
      "zh-CN": "失联的 kubelet 恢复上报：节点就绪，那里需要的 Pod 又和从前一样了。",
      "zh-TW": "失聯的 kubelet 恢復回報：節點就緒，那裡需要的 Pod 又和從前一樣了。",
    },
  },
};
