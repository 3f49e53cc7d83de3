import type { DaemonSetRecord, Disagreement } from "../records/records.ts";

/** A controller that works has written its status by then, of the largest DaemonSet too. */
const LASTS_FROM_MS = 2000;

/** The disagreements that are no moment's lag: the status stands for two seconds of cluster time, or stood so before it was
 *  watched (rule C10). What is derived is shown beside a number of the status for these alone. */
export function lastingDisagreements({ disagreements }: Pick<DaemonSetRecord, "disagreements">, nowMs: number): readonly Disagreement[] {
  const lasting = disagreements.filter(({ sinceMs }) => sinceMs === undefined || nowMs - sinceMs >= LASTS_FROM_MS);
  return lasting.length === disagreements.length ? disagreements : lasting;
}
