import { NodeGroups } from "../../budget/group-nodes.ts";
import type { NodeCause } from "./derive-causes.ts";
import type { StallTimeouts } from "./detect-stall.ts";
import { BY_OVERDUE_CAUSE, type Late, type OverdueGroup, overdueGroup, overdueSinceMs, timeLimitMs } from "./overdue.ts";

/** A node without an available pod for longer than is ordinary (rule R22). */
export interface Overdue {
  readonly node: string;
  readonly state: NodeCause["state"];
  readonly cause: NodeCause["cause"];
  readonly sinceMs: number | undefined;
}

interface OverdueNodes {
  readonly overdue: readonly Overdue[];
  /** When time alone makes the next one overdue. */
  readonly nextAtMs: number | undefined;
}

/** Finds the nodes whose patience is over. If the start of a wait is unknown, the last progress `movedAtMs` replaces
 *  it, unless the node itself is NotReady. O(causes). */
export function overdueNodes(
  causes: Iterable<readonly [node: string, cause: NodeCause]>,
  { nowMs, patience, movedAtMs }: { readonly nowMs: number; readonly patience: StallTimeouts; readonly movedAtMs: number | undefined },
): OverdueNodes {
  const overdue: Overdue[] = [];
  let nextAtMs: number | undefined;
  for (const [node, found] of causes) {
    const { state, cause, patience: kind } = found;
    if (kind === "never") continue;
    const since = overdueSinceMs(found) ?? (kind === "none" ? undefined : movedAtMs);
    if (kind !== "none") {
      if (since === undefined) continue;
      const atMs = since + timeLimitMs(patience, kind);
      if (nowMs < atMs) {
        nextAtMs = Math.min(nextAtMs ?? Number.POSITIVE_INFINITY, atMs);
        continue;
      }
    }
    overdue.push({ node, state, cause, sinceMs: since });
  }
  return { overdue, nextAtMs };
}

/** Groups overdue nodes. O(overdue nodes); the model keeps the same groups by differences (OverdueIndex). */
export function groupOverdue(overdue: readonly Overdue[]): readonly OverdueGroup[] {
  const groups = new NodeGroups<Late>(BY_OVERDUE_CAUSE);
  for (const each of overdue) groups.add(each, each.node, each.sinceMs);
  return groups.list().map(overdueGroup);
}
