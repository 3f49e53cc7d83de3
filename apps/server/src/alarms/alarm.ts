import { createHash } from "node:crypto";
import { ALARM_WORDS, isAlarming, type Severity } from "@daemonscope/daemonset/describe/alarm-words";
import { concernText } from "@daemonscope/daemonset/describe/concern-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type Need, needOf } from "@daemonscope/daemonset/rollout/need";

/** A problem that needs a user, and its start. */
export interface Alarm {
  /** The same for the same alarm, for each replica and after each restart. */
  readonly key: string;
  readonly alert: string;
  readonly severity: Severity;
  readonly summary: string;
  readonly description: string;
  /** Milliseconds since the epoch: the start of the problem if known, otherwise when it was first seen. */
  readonly startsAtMs: number;
  /** When this server first saw it. */
  readonly seenAtMs: number;
  /** Absent for an alarm about Daemonscope itself. */
  readonly daemonSet?: { readonly namespace: string; readonly name: string; readonly verdict: Need };
}

export type AlarmsByKey = ReadonlyMap<string, Alarm>;

/** Returns 32 hexadecimal digits that identify the subject of an alarm. */
export function alarmKey(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Returns the alarm of a DaemonSet; undefined if its verdict needs no user. */
export function alarmOf(record: DaemonSetRecord, nowMs: number): Alarm | undefined {
  const verdict = needOf(record);
  if (!isAlarming(verdict)) return undefined;
  const { namespace, name, uid, concern, hostPorts } = record;
  const { alert, severity, summary } = ALARM_WORDS[verdict];
  return {
    key: alarmKey(alert, uid, namespace, name),
    alert,
    severity,
    summary: summary(`${namespace}/${name}`),
    description: concern === null ? "" : concernText(concern.detail, hostPorts),
    startsAtMs: concern?.sinceMs ?? nowMs,
    seenAtMs: nowMs,
    daemonSet: { namespace, name, verdict },
  };
}
