/** English of the findings of an audit: its severities, and the reason and remedy of each check. */
export const auditFacts = {
  severity: { high: "high", medium: "medium", low: "low" },
  title: {
    surgeHostPort: "Host port with surge",
    criticalPriority: "Critical agent without system-node-critical",
    displaceable: "Ordinary pods can keep the agent off",
    onDeleteDrift: "OnDelete with old pods",
    noExecute: "Evicted by NoExecute",
    unprovenReadiness: "Rollout without proof of readiness",
  },
  role: { network: "network", storage: "storage", devices: "devices" },
  noClass: "none",
  plus: ", ",
  above: "{{resource}} request {{request}}, p99 of usage {{p99}}",
  reason: {
    surgeHostPort: "maxSurge {{maxSurge}} starts a second pod on a node whose first pod holds host port {{ports}}: a rollout cannot finish",
    criticalPriority:
      "it serves the {{role}} of its nodes (host path {{path}}), and its priority class is {{class}}, not system-node-critical",
    displaceable:
      "priority {{priority}} is not above ordinary pods ({{ordinary}}): one more pod ({{workload}}) would keep its next pod off {{count, number}} of {{wanted, number}} nodes",
    displaceableLater:
      "priority {{priority}} is not above ordinary pods ({{ordinary}}): on a full node, its next pod stays Pending; with one more pod ({{workload}}), each node still has room",
    onDeleteDrift_one: "with OnDelete, {{count, number}} node runs an old revision until its pod is deleted",
    onDeleteDrift_other: "with OnDelete, {{count, number}} nodes run an old revision until their pods are deleted",
    noExecute_one: "a new NoExecute taint can evict it from its {{count, number}} node",
    noExecute_other: "a new NoExecute taint can evict it from up to {{count, number}} nodes",
    unprovenReadiness:
      "no container has a readiness probe, and minReadySeconds is 0: a rollout continues although the new pods may not work",
  },
  remedy: {
    surgeHostPort: "set maxUnavailable 1 and maxSurge 0",
    criticalPriority: "set the priority class {{class}}",
    displaceable: "set the priority class {{class}}",
    onDeleteDrift: "switch to RollingUpdate, or delete the old pods",
    noExecute: "tolerate each NoExecute taint",
    unprovenReadiness: "add a readiness probe, or set minReadySeconds 10",
  },
  repairFirst: "undo or repair revision {{revision}} first, because its pods fail",
} as const;
