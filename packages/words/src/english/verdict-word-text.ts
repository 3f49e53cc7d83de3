import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasAge, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { ageText } from "@daemonscope/kube/values/human-duration";

/** Returns the word of a DaemonSet's verdict with its age, if it has one: `STUCK 14m`, `ROLLING`. */
export function verdictWordText(record: DaemonSetRecord, nowMs?: number): string {
  const word = verdictWordOf(record);
  const sinceMs = record.concern?.sinceMs;
  const age = nowMs === undefined || sinceMs === undefined || !hasAge(word) ? "" : ` ${ageText(nowMs - sinceMs)}`;
  return `${word.toUpperCase()}${age}`;
}
