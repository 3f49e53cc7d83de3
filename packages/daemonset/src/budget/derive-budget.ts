import type { DaemonSetUpdateStrategy, IntOrString } from "@daemonscope/kube/objects";
import { scaleRoundUp } from "@daemonscope/kube/values/int-or-percent";
import type { Budget } from "../records/budget.ts";
import { causeKey, isSameCause } from "../records/cause-key.ts";
import type { BudgetSlot } from "./budget-slot.ts";
import { type GroupedNodes, type GroupKey, NodeGroups } from "./group-nodes.ts";

export type BudgetLimits = Pick<Budget, "kind" | "spec" | "allowed">;

const scaledLimit = (value: IntOrString | undefined, desired: number): number => Math.max(0, scaleRoundUp(value ?? 0, desired) ?? 0);

/** Returns the limits of the strategy. If desired > 0 and both limits are 0, the controller allows 1. If desired is
 *  0, a percentage of surge is 0 and the other branch runs; invalid text counts as 0.
 *  Source: pkg/controller/daemon/update.go, updatedDesiredNodeCounts (rules B1, B2, B6). */
export function budgetLimits(strategy: DaemonSetUpdateStrategy, desired: number): BudgetLimits {
  if (strategy.type !== "RollingUpdate") return { kind: "none", spec: "", allowed: 0 };
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  const surge = scaledLimit(maxSurge, desired);
  if (surge > 0) return { kind: "maxSurge", spec: String(maxSurge), allowed: surge };
  const unavailable = scaledLimit(maxUnavailable ?? 1, desired);
  return {
    kind: "maxUnavailable",
    spec: String(maxUnavailable ?? 1),
    allowed: unavailable === 0 && desired > 0 ? 1 : unavailable,
  };
}

export const BY_HOLDER: GroupKey<BudgetSlot> = {
  keyOf: ({ cause, reason, lasting }) => `${causeKey(cause)}\n${reason}\n${lasting}`,
  isOne: (a, b) => a.reason === b.reason && a.lasting === b.lasting && isSameCause(a.cause, b.cause),
};

/** Returns the budget from limits and the slots that nodes use, with holders grouped by cause. O(slots). */
export function budgetOf(limits: BudgetLimits, slots: Iterable<readonly [node: string, slot: BudgetSlot]>): Budget {
  const groups = new NodeGroups(BY_HOLDER);
  for (const [node, slot] of slots) groups.add(slot, node, slot.sinceMs, slot.endsAtMs);
  return budgetOfGroups(limits, groups.list());
}

/** Returns the budget from slots that are already grouped. */
export function budgetOfGroups(limits: BudgetLimits, groups: readonly GroupedNodes<BudgetSlot>[]): Budget {
  if (limits.kind === "none") return { ...limits, used: 0, holders: [] };
  const holders = groups.map(({ value, count, nodes, sinceMs, endsAtMs }) => ({
    reason: value.reason,
    cause: value.cause,
    count,
    nodes,
    sinceMs,
    ...(endsAtMs === undefined ? {} : { endsAtMs }),
    ...(value.lasting ? { lasting: true as const } : {}),
  }));
  return { ...limits, used: groups.reduce((used, { count }) => used + count, 0), holders };
}
