import type { auditFacts as source } from "@daemonscope/words/en/audit-facts";
import type { Translated } from "../translated.ts";

export const auditFacts: Translated<typeof source> = {
  severity: { high: "高", medium: "中", low: "低" },
  title: {
    surgeHostPort: "使用主机端口，又有 maxSurge",
    criticalPriority: "关键代理程序没有 system-node-critical",
    displaceable: "普通 Pod 能挤掉代理程序",
    onDeleteDrift: "OnDelete 下有旧的 Pod",
    noExecute: "会被 NoExecute 驱逐",
    unprovenReadiness: "滚动更新不验证新的 Pod",
  },
  role: { network: "网络", storage: "存储", devices: "设备" },
  noClass: "无",
  plus: "、",
  above: "{{resource}} 请求 {{request}}，用量的 p99 为 {{p99}}",
  reason: {
    surgeHostPort: "maxSurge {{maxSurge}} 会在节点上启动第二个 Pod，而第一个 Pod 占着主机端口 {{ports}}：滚动更新无法完成",
    criticalPriority: "它负责节点的{{role}}（主机路径 {{path}}），但优先级类是 {{class}}，而不是 system-node-critical",
    displaceable:
      "优先级 {{priority}} 不高于普通 Pod（{{ordinary}}）：再多一个 Pod（{{workload}}），它的下一个 Pod 就无法进入 {{wanted, number}} 个节点中的 {{count, number}} 个",
    displaceableLater:
      "优先级 {{priority}} 不高于普通 Pod（{{ordinary}}）：节点放满后，它的下一个 Pod 会一直 Pending；目前再多一个 Pod（{{workload}}），每个节点仍有它的位置",
    onDeleteDrift_other: "在 OnDelete 下，{{count, number}} 个节点一直运行旧修订版本，直到那里的 Pod 被删除",
    noExecute_other: "新的 NoExecute 污点可能驱逐它，最多 {{count, number}} 个节点",
    unprovenReadiness: "没有容器带就绪探针，minReadySeconds 也是 0：即使新的 Pod 可能不工作，滚动更新也会继续",
  },
  remedy: {
    surgeHostPort: "设置 maxUnavailable 1 和 maxSurge 0",
    criticalPriority: "设置优先级类 {{class}}",
    displaceable: "设置优先级类 {{class}}",
    onDeleteDrift: "改为 RollingUpdate，或删除旧的 Pod",
    noExecute: "容忍所有 NoExecute 污点",
    unprovenReadiness: "添加就绪探针，或设置 minReadySeconds 10",
  },
  repairFirst: "先撤销或修复修订版本 {{revision}}，因为它的 Pod 失败",
};
