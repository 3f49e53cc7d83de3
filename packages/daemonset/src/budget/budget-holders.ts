import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { CauseFact } from "../records/cause-fact.ts";
import type { BudgetSlot } from "./budget-slot.ts";

/** One used budget slot, with its node and pod. */
export interface BudgetHolder {
  readonly node: string;
  /** Null if no pod exists, or if the node has two new or two old pods. */
  readonly pod: string | null;
  /** The cause of its HolderGroup. */
  readonly cause: CauseFact;
}

const byNode = (a: BudgetHolder, b: BudgetHolder): number => compareTexts(a.node, b.node);

/** Lists the holders of the budget slots, sorted by node (rule B7). Under OnDelete there are no slots (B6). */
export function budgetHolders(slots: Iterable<readonly [node: string, slot: BudgetSlot]>): readonly BudgetHolder[] {
  return Array.from(slots, ([node, slot]) => ({ node, pod: slot.pod ?? null, cause: slot.cause })).sort(byNode);
}
