import type { CauseFact } from "../records/cause-fact.ts";
import type { BudgetUnit } from "./budget-unit.ts";

/** One used place of the budget, by name. */
export interface BudgetHolder {
  readonly node: string;
  /** Null where the place is used because no pod is there. */
  readonly pod: string | null;
  /** As of its HolderGroup. */
  readonly cause: CauseFact;
}

const byNode = (a: BudgetHolder, b: BudgetHolder): number => (a.node < b.node ? -1 : a.node > b.node ? 1 : 0);

/** Who uses each place, sorted by node (rule B7). Under OnDelete there are no places (B6). */
export function budgetHolders(units: Iterable<readonly [node: string, unit: BudgetUnit]>): readonly BudgetHolder[] {
  return Array.from(units, ([node, unit]) => ({ node, pod: unit.pod ?? null, cause: unit.cause })).sort(byNode);
}
