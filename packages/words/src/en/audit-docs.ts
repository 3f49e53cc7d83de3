import type { AuditCheck } from "@daemonscope/daemonset/audit/finding";

interface AuditCheckDoc {
  readonly title: string;
  readonly meaning: string;
  readonly severity: string;
  readonly remedy: string;
}

/** English for the page of the audit (docs/audit.md). No other page loads it. The order of checks is that of the
 *  page. */
export const auditDocs = {
  title: "Audit",
  intro:
    "An audit lists agents that an incident would hit, before it happens. The page *Audit* and the command `daemonscope audit` use the same checks. The heading of a check is its id in JSON and in `--fail-on`.",
  generated:
    "The page is generated from its words (`packages/words/src/en/audit-docs.ts`). To change it, change those, and run `UPDATE_DOCS=1 npx vitest run scripts/docs-site/audit-page.test.ts`.",
  criticalTitle: "Critical agents",
  critical:
    "A node does not work without its critical agents. Daemonscope counts an agent as critical only if a host path of its template proves it: `/etc/cni/net.d` or `/opt/cni/bin` (network), `/var/lib/kubelet/device-plugins` (devices), `/var/lib/kubelet/plugins_registry` (storage). A path that the containers mount only for reading proves nothing (Q1).",
  found: "Finding",
  meaning: "Why it matters",
  severity: "Severity",
  remedy: "Remedy",
  colon: ": ",
  checks: {
    surgeHostPort: {
      title: "maxSurge above 0, and a host port or a port on the host network",
      meaning: "The new pod starts next to the old one, which holds the port. The new pod stays Pending, and the rollout never finishes.",
      severity: "high",
      remedy: "Set maxUnavailable 1 and maxSurge 0.",
    },
    criticalPriority: {
      title: "a critical agent without the priority class `system-node-critical`",
      meaning: "If the node runs out of room or memory, the scheduler and the kubelet may prefer other pods to the agent.",
      severity: "high",
      remedy: "Set the priority class `system-node-critical`.",
    },
    displaceable: {
      title: "the priority of the agent is not above that of ordinary pods",
      meaning:
        "While the agent's pod is replaced, an ordinary pod may take its room, and the agent cannot preempt it. The ordinary priority is the most frequent one outside DaemonSets. A node counts if one more pod of the given size fits there without a toleration, and the agent's next pod does not fit after it (Q2). Without requests it is a finding only if a node counts.",
      severity: "high if a node counts, otherwise medium",
      remedy:
        "Set a higher priority class: the lowest one above ordinary pods that another DaemonSet uses. If there is none, the remedy is `system-node-critical`.",
    },
    onDeleteDrift: {
      title: "OnDelete, and nodes with an old revision",
      meaning:
        "These nodes run old code until their pods are deleted, for example by a reboot. A rollout that another controller drives is no finding.",
      severity: "medium",
      remedy: "Switch to RollingUpdate, or delete the old pods node by node.",
    },
    noExecute: {
      title: "no toleration of every NoExecute taint",
      meaning: "A NoExecute taint, such as `node.kubernetes.io/out-of-service` or one of a user, evicts the agent at once.",
      severity: "medium for a critical agent, otherwise low",
      remedy: "Add a toleration with the operator Exists, the effect NoExecute and no key.",
    },
    unprovenReadiness: {
      title: "no readiness probe, and minReadySeconds 0",
      meaning: "A pod counts as available as soon as its containers run. A rollout replaces all pods although the new ones may not work.",
      severity: "low",
      remedy: "Add a readiness probe. The plan sets minReadySeconds 10.",
    },
  } satisfies Record<AuditCheck, AuditCheckDoc>,
} as const;
