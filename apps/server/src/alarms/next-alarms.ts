import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { type Alarm, type AlarmsByKey, alarmKey, alarmOf } from "./alarm.ts";

/** What was told so far. */
export interface AlarmState {
  readonly open: AlarmsByKey;
  /** Everything needed was read once. */
  readonly hasRead: boolean;
  /** When the last look was that found the data to be of now; before the first, when it began to look. */
  readonly goodAtMs: number;
}

export type AlarmEvent =
  | { readonly kind: "watching" }
  | { readonly kind: "firing"; readonly alarm: Alarm }
  | { readonly kind: "resolved"; readonly alarm: Alarm };

/** One look at the cluster. */
export interface Looked {
  readonly cluster: string;
  /** On the wall clock: a cluster's own may stand. */
  readonly nowMs: number;
  readonly isReady: boolean;
  /** Why not, in one sentence without names of objects. */
  readonly reason: string;
  readonly records: Iterable<DaemonSetRecord>;
}

/** So long may the first list take before somebody is called. */
export const BLIND_AFTER_MS = 300_000;
/** Data count as old after a minute; another list of them may begin and end within this. */
export const OLD_AFTER_MS = 10_000;

export const noAlarms = (nowMs: number): AlarmState => ({ open: new Map(), hasRead: false, goodAtMs: nowMs });

/** That the data are old, or were never read: all that is said then, as nobody knows whether anything else began or ended. */
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

/** The alarms after a look, and what of them is news. What begins is told before what ends, so that one trouble which becomes another never looks like none.
 *  While data are old nothing of a DaemonSet begins or ends. O(DaemonSets). */
export function nextAlarms(before: AlarmState, looked: Looked): { readonly after: AlarmState; readonly events: readonly AlarmEvent[] } {
  if (!looked.isReady) {
    const old = ofOldData(looked, before);
    if (old === undefined || before.open.has(old.key)) return { after: before, events: [] };
    return { after: { ...before, open: new Map([...before.open, [old.key, old]]) }, events: [{ kind: "firing", alarm: old }] };
  }
  const open = new Map<string, Alarm>();
  for (const record of looked.records) {
    const alarm = alarmOf(record, looked.nowMs);
    // As it was told: what it says may change while it lasts, and is no news.
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
