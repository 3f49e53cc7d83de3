import { unavailableCause } from "../budget/budget-unit.ts";
import { NodeGroups } from "../budget/group-nodes.ts";
import { type CellByte, cellState, hasFlag } from "../cell/cell.ts";
import type { Pair } from "../model/pair.ts";
import type { Cause } from "../model/records.ts";
import { unavailableSinceMs } from "../pods/pod-facts.ts";

/** What is wrong on one node. */
export interface NodeCause {
  readonly state: Cause["state"];
  readonly cause: string;
  readonly sinceMs: number | undefined;
}

/** What is wrong with a DaemonSet on one node, from cell, pods and node; undefined when nothing is (rule R13). */
export function causeOf(pair: Pair, cell: CellByte): NodeCause | undefined {
  const state = cellState(cell);
  const pod = hasFlag(cell, "twoPods") ? (pair.pods.find((candidate) => !candidate.ready) ?? pair.pods[0]) : pair.pods[0];
  const sickNode = { state: "nodeUnready", cause: "Node NotReady", sinceMs: pair.nodeReadySinceMs } as const;
  if (state === "misscheduled") {
    // A NotReady node is tainted, and its pod counts as misscheduled for that long: the node is what is wrong.
    if (pair.verdict === "keep" && pair.nodeUnready) return sickNode;
    return { state, cause: "Misscheduled: no pod is wanted there", sinceMs: pod?.createdAtMs };
  }
  if (pair.verdict !== "run") return undefined;
  if (pod === undefined) return { state: "missing", cause: "No pod", sinceMs: undefined };
  if (hasFlag(cell, "terminating"))
    return {
      state: "terminating",
      cause: pair.nodeUnready ? "Terminating, node NotReady" : "Terminating",
      sinceMs: pod.deletingSinceMs,
    };
  if (state === "failing") return { state, cause: pod.reason ?? "Failing", sinceMs: unavailableSinceMs(pod) };
  if (state === "unscheduled") return { state, cause: unavailableCause(pod, pair), sinceMs: pod.createdAtMs };
  if (pair.nodeUnready) return sickNode;
  if (state === "starting") return { state, cause: unavailableCause(pod, pair), sinceMs: unavailableSinceMs(pod) };
  return undefined;
}

/** Groups the nodes where something is wrong by what it is, largest first. O(causes). */
export function groupCauses(causes: Iterable<readonly [node: string, cause: NodeCause]>): readonly Cause[] {
  const groups = new NodeGroups<NodeCause>();
  for (const [node, found] of causes) groups.add(`${found.cause}\n${found.state}`, found, node, found.sinceMs);
  return groups.list().map(({ value, count, nodes, sinceMs }) => ({ state: value.state, cause: value.cause, count, nodes, sinceMs }));
}
