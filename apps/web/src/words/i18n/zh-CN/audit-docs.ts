import type { auditDocs as source } from "@daemonscope/words/en/audit-docs";
import type { Translated } from "../translated.ts";

/** Words of docs/zh-CN/audit.md. */
export const auditDocs: Translated<typeof source> = {
  title: "审计",
  intro:
    "审计在事故发生之前列出会受事故影响的代理程序。“审计”页面和命令 `daemonscope audit` 使用相同的检查。检查的标题就是它在 JSON 和 `--fail-on` 里的 id。",
  generated:
    "本页由它的文字（`apps/web/src/words/i18n/zh-CN/audit-docs.ts`）生成。要修改它，请修改这些文字，再运行 `UPDATE_DOCS=1 npx vitest run scripts/docs-site/audit-page.test.ts`。",
  criticalTitle: "关键代理程序",
  critical:
    "没有关键代理程序，节点就不能工作。只有模板里的主机路径能证明时，Daemonscope 才把代理程序算作关键：`/etc/cni/net.d` 或 `/opt/cni/bin`（网络）、`/var/lib/kubelet/device-plugins`（设备）、`/var/lib/kubelet/plugins_registry`（存储）。容器从不写入的路径不能证明什么（Q1）。",
  found: "发现",
  meaning: "为什么重要",
  severity: "严重程度",
  remedy: "补救",
  colon: "：",
  checks: {
    surgeHostPort: {
      title: "maxSurge 大于 0，并且使用主机端口或主机网络上的端口",
      meaning: "新的 Pod 在旧的旁边启动，而旧的占着端口。新的 Pod 一直是 Pending，滚动更新永远无法完成。",
      severity: "高",
      remedy: "设置 maxUnavailable 1 和 maxSurge 0。",
    },
    criticalPriority: {
      title: "关键代理程序的优先级类不是 `system-node-critical`",
      meaning: "节点没有空余资源或内存不足时，调度器和 kubelet 可能优先保留其他 Pod。",
      severity: "高",
      remedy: "设置优先级类 `system-node-critical`。",
    },
    displaceable: {
      title: "代理程序的优先级不高于普通 Pod",
      meaning:
        "替换代理程序的 Pod 时，普通 Pod 可能占用它的资源，而它不能抢占普通 Pod。普通优先级是不属于任何 DaemonSet 的 Pod 中最常见的优先级。如果再多一个给定大小、没有容忍度的 Pod 在某个节点放得下，而代理程序的下一个 Pod 随后放不下，这个节点就算数（Q2）。没有请求的代理程序，只有节点算数时才是发现。",
      severity: "有节点算数时为高，否则为中",
      remedy: "设置更高的优先级类：其他 DaemonSet 使用的、高于普通 Pod 的最低一类。没有这样的类时，补救是 `system-node-critical`。",
    },
    onDeleteDrift: {
      title: "OnDelete，并且有节点运行旧修订版本",
      meaning: "这些节点一直运行旧代码，直到那里的 Pod 被删除，例如因为重启。由其他控制器推进的滚动更新不算发现。",
      severity: "中",
      remedy: "改为 RollingUpdate，或逐个节点删除旧的 Pod。",
    },
    noExecute: {
      title: "没有容忍所有 NoExecute 污点",
      meaning: "`node.kubernetes.io/out-of-service` 或用户设置的 NoExecute 污点会立即驱逐代理程序。",
      severity: "关键代理程序为中，其他为低",
      remedy: "添加一个容忍度：运算符是 Exists，效果是 NoExecute，没有键。",
    },
    unprovenReadiness: {
      title: "没有就绪探针，并且 minReadySeconds 是 0",
      meaning: "容器一运行，Pod 就算可用。即使新的 Pod 可能不工作，滚动更新也会替换所有 Pod。",
      severity: "低",
      remedy: "添加就绪探针。计划会设置 minReadySeconds 10。",
    },
  },
};
