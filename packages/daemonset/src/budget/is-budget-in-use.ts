import type { DaemonSetRecord } from "../records/records.ts";
import { isStillRunning } from "../revisions/is-still-running.ts";

/** Reports whether a rollout uses the budget, so that the page shows it (rule B8). It does while pods of an old
 *  revision are being replaced (R21), or wait to be deleted by hand. First starts, joining nodes and pods that fail
 *  without a rollout do not count, although the controller counts them. */
export function isBudgetInUse({ underWay, strategy, revisions }: Pick<DaemonSetRecord, "underWay" | "strategy" | "revisions">): boolean {
  if (strategy === "OnDelete") return revisions.some(isStillRunning);
  return underWay && revisions.length > 1;
}
