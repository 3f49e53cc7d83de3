import type { DaemonSetUpdateStrategy } from "@daemonscope/kube/objects";
import type { Pair, SetFacts } from "../pair/pair.ts";
import type { Budget } from "../records/budget.ts";
import { type BudgetSlot, budgetSlotOf } from "./budget-slot.ts";
import { budgetLimits, budgetOf } from "./derive-budget.ts";

/** Returns the budget of the strategy from pairs, which must include deleted nodes with claimed pods (B3). O(pairs).
 *  The model maintains the same slots by differences. Both use budgetSlotOf. */
export function deriveBudget(
  strategy: DaemonSetUpdateStrategy,
  pairs: Iterable<Pair>,
  desired: number,
  set: SetFacts,
  nowMs: number,
): Budget {
  const limits = budgetLimits(strategy, desired);
  const slots: [string, BudgetSlot][] = [];
  for (const pair of pairs) {
    const slot = budgetSlotOf(pair, set, limits.kind === "maxSurge", nowMs);
    if (slot !== undefined) slots.push([pair.node, slot]);
  }
  return budgetOf(limits, slots);
}
