import type { laterModel as source } from "@daemonscope/words/en/deferred-facts";
import type { Translated } from "../translated.ts";

export const laterModel: Translated<typeof source> = {
  lag: {
    notObserved: "控制器尚未观察到 generation {{generation}}，其计数仍对应 generation {{observedGeneration}}",
    comparesNumbers:
      "某个容忍度比较数值（Gt、Lt），而集群的判断似乎不同：请在启动 Daemonscope 时加上 --feature-gate TaintTolerationComparisonOperators={{gate}}",
    nodeDeleted: "有节点被删除：Pod 回收（约一分钟）后 status 才会更新",
    nodeNotReady: "有 Pod 的节点变为 NotReady，因而带上了 NoSchedule 污点：在这个 DaemonSet 有其他变化之前，控制器不会重新检查",
    tainted: "有 Pod 的节点新增了 NoSchedule 污点：在这个 DaemonSet 有其他变化之前，控制器不会重新检查",
    nodeLeft: "有节点离开或不再匹配：控制器还没有重新检查",
    minReady: "上次变化 {{seconds}} 秒后 status 才会更新（minReadySeconds）",
    notWritten: "自上次变化以来，控制器还没有写入 status",
  },
  step: {
    sandbox: "正在准备卷、网络和沙箱",
    image: "正在拉取镜像，或创建容器",
    volumesOrImage: "等待卷、网络或镜像",
    initContainers: "init 容器运行中",
    readiness: "运行中，尚未就绪",
  },
  pod: {
    terminating: "终止中",
    terminatingLeft: "终止中，还剩 {{seconds, number}} 秒",
    available: "可用",
    availableFor: "已可用 {{age}}",
    ready: "就绪",
    availableIn: "就绪，{{seconds, number}} 秒后可用",
    startingFor: "启动中，已 {{age}}",
    waitsFor: "等待调度器，已 {{age}}",
    oldRevision: "旧修订版本",
    lastExit: "上次退出码 {{code}}",
    lastExitUnknown: "上次退出码未知",
  },
  remedy: {
    takeTaintOff: "移除 {{node}} 上的污点 {{taint}}",
    takeTaintsOff: "移除 {{node}} 上的 {{amount, number}} 个污点",
    tolerate: "为 {{daemonSet}} 添加对 {{keys}} 的容忍度",
    label: "为 {{node}} 设置标签 {{labels}}",
    dropSelector: "从 {{daemonSet}} 的 nodeSelector 中移除 {{labels}}",
    deletePods: "删除 {{pods}}",
    podsEnd: "只要污点还在，{{node}} 上就不会补上新的 Pod：期望数仍为 {{desired, number}}；Pod 消失后，误调度数减 1。",
    notEnough: "只做这一步还不够：还有其他检查未通过。",
    opens: "此后其他 Pod 也可能调度到 {{node}}；期望数从 {{before, number}} 变为 {{after, number}}。",
    opensOnly: "此后其他 Pod 也可能调度到 {{node}}。",
    onlyWhereTrue: "只有节点确实具备此标签所指之物（例如设备）时才适用。",
    fits: "此后这个 DaemonSet 会在 {{node}} 上运行：期望数从 {{before, number}} 变为 {{after, number}}。",
    othersToo: "选择旧值或新值的其他工作负载也会随之离开或调度到这里。",
    others: "选择该标签的其他工作负载会调度到这里。",
    comes_other: "仅此 DaemonSet 增加 {{count, number}} 个节点：期望数从 {{before, number}} 变为 {{after, number}}。",
    stays: "期望数仍为 {{desired, number}}。",
    replaces: {
      byHand: "会产生新的修订版本：旧 Pod 保持不变，直到逐个手动删除。",
      nothing: "会产生新的修订版本：没有 Pod 需要替换。",
      all: "会产生新的修订版本：在额度内替换每个 Pod。",
    },
  },
};
