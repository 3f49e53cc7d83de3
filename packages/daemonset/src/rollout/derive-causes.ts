import { unavailableCause } from "../budget/derive-budget.ts";
import { NodeGroups } from "../budget/group-nodes.ts";
import { type CellByte, cellState, hasFlag } from "../cell/cell.ts";
import type { Pair } from "../model/pair.ts";
import type { Cause } from "../model/records.ts";

type CauseState = Cause["state"];

/** Groups the nodes where something is wrong by what it is, largest first: from cells, pods and nodes, never from counts. */
export function deriveCauses(pairs: Iterable<{ readonly pair: Pair; readonly cell: CellByte }>): readonly Cause[] {
  const groups = new NodeGroups<{ readonly state: CauseState; readonly cause: string }>();
  const add = (state: CauseState, cause: string, node: string, sinceMs: number | undefined) =>
    groups.add(`${cause}\n${state}`, { state, cause }, node, sinceMs);
  for (const { pair, cell } of pairs) {
    const state = cellState(cell);
    const pod = hasFlag(cell, "twoPods") ? (pair.pods.find((candidate) => !candidate.ready) ?? pair.pods[0]) : pair.pods[0];
    if (state === "misscheduled") add("misscheduled", "Misscheduled: no pod is wanted there", pair.node, pod?.createdAtMs);
    else if (pair.verdict !== "run") continue;
    else if (pod === undefined) add("missing", "No pod", pair.node, undefined);
    else if (hasFlag(cell, "terminating"))
      add("terminating", pair.nodeUnready ? "Terminating, node NotReady" : "Terminating", pair.node, pod.deletingSinceMs);
    else if (state === "failing") add("failing", pod.reason ?? "Failing", pair.node, pod.createdAtMs);
    else if (state === "unscheduled") add("unscheduled", unavailableCause(pod, pair), pair.node, pod.createdAtMs);
    else if (pair.nodeUnready) add("nodeUnready", "Node NotReady", pair.node, undefined);
    else if (state === "starting") add("starting", "Starting", pair.node, pod.createdAtMs);
  }
  return groups.list().map(({ value, count, nodes, sinceMs }) => ({ ...value, count, nodes, sinceMs }));
}
