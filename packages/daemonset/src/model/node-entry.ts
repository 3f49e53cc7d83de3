import { conditionOf } from "@daemonscope/kube/conditions";
import type { Condition, KubeNode } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import type { NodeRecord } from "../records/records.ts";

/** A node in the model: its record, and what only a drawer asks for. */
export interface NodeEntry {
  readonly record: NodeRecord;
  readonly conditions: readonly Condition[];
  readonly kubeletVersion: string | undefined;
}

export function nodeRecordOf(node: KubeNode): NodeRecord {
  const ready = conditionOf(node.status.conditions, "Ready");
  const status = ready?.status === "True" || ready?.status === "False" ? ready.status : "Unknown";
  const readySinceMs = timeMs(ready?.lastTransitionTime);
  return {
    name: node.metadata.name,
    uid: node.metadata.uid,
    labels: node.metadata.labels ?? {},
    // timeAdded changes nothing that is drawn, and would make equal taints unequal.
    taints: node.spec.taints.map(({ key, value, effect }) =>
      value === undefined || value === "" ? { key, effect } : { key, value, effect },
    ),
    unschedulable: node.spec.unschedulable,
    ready: status,
    ...(readySinceMs === undefined ? {} : { readySinceMs }),
    ...(status === "True" || ready?.reason === undefined ? {} : { readyReason: ready.reason }),
    createdAtMs: timeMs(node.metadata.creationTimestamp) ?? 0,
  };
}

export function nodeEntryOf(node: KubeNode): NodeEntry {
  return {
    record: nodeRecordOf(node),
    conditions: node.status.conditions,
    kubeletVersion: node.status.kubeletVersion,
  };
}
