import type { DaemonSetRecord } from "../records/records.ts";
import { isLeftOnNodes } from "../revisions/is-left-on-nodes.ts";

/** Whether a rollout uses the budget, so that it is told (rule B8): pods of an old revision are being replaced (R21), or wait to be by hand. Pods that come up for the first
 *  time, a node that joins, and a pod that fails at rest use no rollout's budget, whatever the controller counts. */
export function usesBudget({ underWay, strategy, revisions }: Pick<DaemonSetRecord, "underWay" | "strategy" | "revisions">): boolean {
  if (strategy === "OnDelete") return revisions.some(isLeftOnNodes);
  return underWay && revisions.length > 1;
}
