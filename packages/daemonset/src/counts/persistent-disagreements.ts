import type { DaemonSetRecord, Disagreement } from "../records/records.ts";

/** A working controller has written its status within this time, even for the largest DaemonSet. */
const LASTS_FROM_MS = 2000;

/** Returns the disagreements that are more than a short lag (rule C10). The status is unchanged for two seconds of
 *  cluster time, or since before the watch began. The page shows derived numbers next to those of the status only
 *  for these. */
export function persistentDisagreements({ disagreements }: Pick<DaemonSetRecord, "disagreements">, nowMs: number): readonly Disagreement[] {
  const lasting = disagreements.filter(({ sinceMs }) => sinceMs === undefined || nowMs - sinceMs >= LASTS_FROM_MS);
  return lasting.length === disagreements.length ? disagreements : lasting;
}

/** Returns until when a status is only older than pods that became available; undefined if it is not, or not any
 *  longer. */
export function statusLateUntilMs({ disagreements }: Pick<DaemonSetRecord, "disagreements">, nowMs: number): number | undefined {
  const sinceMs = disagreements.find(({ field, reported, derived }) => field === "numberAvailable" && derived > reported)?.sinceMs;
  return sinceMs === undefined || nowMs - sinceMs >= LASTS_FROM_MS ? undefined : sinceMs + LASTS_FROM_MS;
}
