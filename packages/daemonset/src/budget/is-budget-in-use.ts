import type { Budget } from "../records/budget.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { isStillRunning } from "../revisions/is-still-running.ts";

/** Reports whether a rollout uses the budget, so that the page shows it (rule B8). It does while pods of an old
 *  revision are being replaced (R21), or wait to be deleted by hand. First starts, joining nodes and pods that fail
 *  without a rollout do not count, although the controller counts them. */
export function isBudgetInUse({ underWay, strategy, revisions }: Pick<DaemonSetRecord, "underWay" | "strategy" | "revisions">): boolean {
  if (strategy === "OnDelete") return revisions.some(isStillRunning);
  return underWay && revisions.length > 1;
}

/** Returns the slots that a rollout uses; undefined if no rollout uses the budget, or if there is none (rule B8). */
export function budgetInUse(
  record: Pick<DaemonSetRecord, "underWay" | "strategy" | "revisions" | "budget">,
): Pick<Budget, "used" | "allowed"> | undefined {
  const { kind } = record.budget;
  return kind === "none" || kind === "unknown" || !isBudgetInUse(record) ? undefined : record.budget;
}
