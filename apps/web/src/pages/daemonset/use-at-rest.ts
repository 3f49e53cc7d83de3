import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useState } from "react";

/** The full hue lasts this long after a rollout or a failure, so that the end is visible. */
const REST_AFTER_MS = 60_000;

/** Reports whether a DaemonSet neither rolls nor fails, nor did so within the last minute on this page. */
export function useAtRest(record: DaemonSetRecord | undefined, nowMs: number): boolean {
  const isActive = record !== undefined && (record.underWay || record.concern !== null || record.causes.length > 0);
  const [activeAtMs, setActiveAtMs] = useState<number | undefined>(undefined);
  if (isActive && activeAtMs !== nowMs) setActiveAtMs(nowMs);
  // After a jump back in time, the last activity is in the future.
  return !isActive && (activeAtMs === undefined || nowMs < activeAtMs || nowMs - activeAtMs >= REST_AFTER_MS);
}
