import { createHash } from "node:crypto";
import { ALARM_WORDS, isAlarming, type Severity } from "@daemonscope/daemonset/describe/alarm-words";
import { concernText } from "@daemonscope/daemonset/describe/concern-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type Need, needOf } from "@daemonscope/daemonset/rollout/need";

/** What calls for a person, and since when. */
export interface Alarm {
  /** The same for the same alarm, whoever tells of it and however often it was started: of two replicas, and after a restart. */
  readonly key: string;
  readonly alert: string;
  readonly severity: Severity;
  readonly summary: string;
  readonly description: string;
  /** Milliseconds since the epoch; when it was first seen, where nothing says since when it is so. */
  readonly startsAtMs: number;
  /** When this server first saw it. */
  readonly seenAtMs: number;
  /** Absent: it is about Daemonscope itself. */
  readonly daemonSet?: { readonly namespace: string; readonly name: string; readonly verdict: Need };
}

export type AlarmsByKey = ReadonlyMap<string, Alarm>;

/** 32 hexadecimal digits of what an alarm is about. */
export function alarmKey(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** The alarm of a DaemonSet; undefined where its word needs nobody. */
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
