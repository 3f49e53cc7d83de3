import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { CELL_FACTS, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import { isFailing } from "@daemonscope/daemonset/pods/pod-facts";
import type { ActionState } from "@daemonscope/shared/http/actions";
import type { ActionRun } from "../journal/action-run.ts";
import type { AppliedState } from "../journal/applied-state.ts";
import type { DeletedPod } from "../send/deleted-pod.ts";
import { nodeMatchesChanges } from "../send/node-matches-changes.ts";

/**
 * Returns the progress of a replacement pod. `back`: it is available. `failed`: it fails. `waits`: neither is certain
 * yet. `notWanted`: no replacement is expected, and the old pod is gone; also on a node on its way out.
 */
export function replacementState(
  reading: ClusterReading,
  { daemonSetKey: key, node, uid }: DeletedPod,
): "back" | "waits" | "failed" | "notWanted" {
  const pods = reading.podsOf(key, node);
  if (pods.some((pod) => pod.uid === uid)) return "waits";
  const cell = cellOf(reading.cellAt(key, node));
  if (!CELL_FACTS[cell.state].isWanted || cell.leaving === true) return "notWanted";
  // Cells are counted a moment after pods change: a cell may still describe the deleted pod.
  if (cell.state === "available" && !cell.terminating) return pods.some(({ ready }) => ready) ? "back" : "waits";
  const fails = cell.state === "failing" && pods.some((pod) => isFailing(pod, reading.nowMs));
  return fails ? "failed" : "waits";
}

/** Reports whether the watches have observed the writes of an action, regardless of their effect. */
export function isObserved(reading: ClusterReading, { daemonSets, nodes }: AppliedState): boolean {
  const areSetsSeen = Object.entries(daemonSets).every(([key, { uid, generation }]) => {
    const record = reading.daemonSetRecord(key);
    return record !== undefined && (record.uid !== uid || record.generation >= generation);
  });
  const isNodeSeen = (name: string, changes: readonly Change[]): boolean => {
    const node = reading.nodeRecord(name);
    return node === undefined || nodeMatchesChanges(node, changes);
  };
  return areSetsSeen && nodes.every(({ name, changes }) => isNodeSeen(name, changes));
}

/** Returns the progress of an action from the watched state. Level-triggered: missed events do not matter. */
export function observedState(reading: ClusterReading, actionRun: ActionRun, pods: readonly DeletedPod[]): ActionState {
  const { plan, trace } = actionRun;
  for (const [key, { uid, generation }] of Object.entries(trace.daemonSets)) {
    const record = reading.daemonSetRecord(key);
    const observed = record?.uid === uid ? record.observedGeneration : 0;
    if (record !== undefined && record.uid !== uid) continue;
    if (observed < generation) return { kind: "accepted", wants: { generation, observed } };
  }
  for (const { name, changes } of trace.nodes) {
    const node = reading.nodeRecord(name);
    if (node === undefined || !nodeMatchesChanges(node, changes)) return { kind: "accepted" };
  }
  for (const { request, object } of plan?.prepared ?? []) {
    if (
      object.resource === "daemonsets" &&
      request.kind === "delete" &&
      reading.daemonSetRecord(`${object.namespace}/${object.name}`)?.uid === object.uid
    )
      return { kind: "accepted" };
  }
  if (
    pods.some(({ daemonSetKey: key, node, uid }) =>
      reading.podsOf(key, node).some((pod) => pod.uid === uid && pod.deletingSinceMs === undefined),
    )
  )
    return { kind: "accepted" };
  const isBack = pods.every((pod) => ["back", "notWanted"].includes(replacementState(reading, pod)));
  return isBack ? { kind: "done" } : { kind: "observed" };
}
