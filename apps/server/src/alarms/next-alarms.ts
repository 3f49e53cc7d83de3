import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { type Alarm, type AlarmsByKey, alarmKey, alarmOf } from "./alarm.ts";

/** The alarms that were reported. */
export interface AlarmState {
  readonly open: AlarmsByKey;
  /** All required sources were read once. */
  readonly hasRead: boolean;
  /** Time of the last check with live data; before the first, the start of the checks. */
  readonly goodAtMs: number;
}

export type AlarmEvent =
  | { readonly kind: "watching" }
  | { readonly kind: "firing"; readonly alarm: Alarm }
  | { readonly kind: "resolved"; readonly alarm: Alarm };

/** One check of the cluster. */
export interface Looked {
  readonly cluster: string;
  /** Wall clock, because the clock of a cluster may be paused. */
  readonly nowMs: number;
  readonly isReady: boolean;
  /** Why the data are not ready, in one sentence without object names. */
  readonly reason: string;
  readonly records: Iterable<DaemonSetRecord>;
}

/** Maximum time for the first lists before an alarm fires. */
export const BLIND_AFTER_MS = 300_000;
/** Data count as stale after a minute. Another list may start and end within this additional time. */
export const OLD_AFTER_MS = 10_000;

export const noAlarms = (nowMs: number): AlarmState => ({ open: new Map(), hasRead: false, goodAtMs: nowMs });

/**
 * Returns the alarm that the data are stale, or were never read. It is the only alarm then, because changes of
 * DaemonSets are unknown.
 */
function ofOldData({ cluster, nowMs, reason }: Looked, { hasRead, goodAtMs }: AlarmState): Alarm | undefined {
  const alert = hasRead ? "DaemonscopeDataOld" : "DaemonscopeBlind";
  if (nowMs - goodAtMs < (hasRead ? OLD_AFTER_MS : BLIND_AFTER_MS)) return undefined;
  return {
    key: alarmKey(alert, cluster),
    alert,
    severity: "warning",
    summary: hasRead
      ? "Daemonscope's data are old: it says nothing of DaemonSets until they are not"
      : `Daemonscope has read nothing for ${humanDuration(nowMs - goodAtMs)}`,
    description: reason,
    startsAtMs: nowMs,
    seenAtMs: nowMs,
  };
}

const isOfDaemonSet = ({ daemonSet }: Alarm): boolean => daemonSet !== undefined;

/**
 * Returns the alarms after a check, and the new events. Alarms that begin come before alarms that end, so that a
 * problem that turns into another never looks resolved. While data are stale, no alarm of a DaemonSet begins or ends.
 * O(DaemonSets).
 */
export function nextAlarms(before: AlarmState, looked: Looked): { readonly after: AlarmState; readonly events: readonly AlarmEvent[] } {
  if (!looked.isReady) {
    const old = ofOldData(looked, before);
    if (old === undefined || before.open.has(old.key)) return { after: before, events: [] };
    return { after: { ...before, open: new Map([...before.open, [old.key, old]]) }, events: [{ kind: "firing", alarm: old }] };
  }
  const open = new Map<string, Alarm>();
  for (const record of looked.records) {
    const alarm = alarmOf(record, looked.nowMs);
    // Keeps the reported alarm: its text may change while it is open, and such a change is not an event.
    if (alarm !== undefined) open.set(alarm.key, before.open.get(alarm.key) ?? alarm);
  }
  const ended = [...before.open.values()].filter(({ key }) => !open.has(key));
  const events: AlarmEvent[] = [
    ...(before.hasRead ? [] : [{ kind: "watching" } as const]),
    ...[...open.values()].filter(({ key }) => !before.open.has(key)).map((alarm) => ({ kind: "firing", alarm }) as const),
    ...ended.toSorted((a, b) => Number(isOfDaemonSet(b)) - Number(isOfDaemonSet(a))).map((alarm) => ({ kind: "resolved", alarm }) as const),
  ];
  return { after: { open, hasRead: true, goodAtMs: looked.nowMs }, events };
}
