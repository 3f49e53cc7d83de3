import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { type Alert, type AlertsByKey, alertKey, alertOf } from "./alert.ts";

/** The alarms that were reported. */
export interface AlertState {
  readonly open: AlertsByKey;
  /** All required sources were read once. */
  readonly hasRead: boolean;
  /** Time of the last check with live data; before the first, the start of the checks. */
  readonly goodAtMs: number;
}

export type AlertTransition =
  | { readonly kind: "watching" }
  | { readonly kind: "firing"; readonly alarm: Alert }
  | { readonly kind: "resolved"; readonly alarm: Alert };

/** One check of the cluster. */
export interface ClusterSample {
  readonly cluster: string;
  /** Wall clock, because the clock of a cluster may be paused. */
  readonly nowMs: number;
  readonly isReady: boolean;
  /** Why the data are not ready, in one sentence without object names. */
  readonly reason: string;
  readonly records: Iterable<DaemonSetRecord>;
}

/** Maximum time for the first lists before an alarm fires. */
export const NO_DATA_ALERT_MS = 300_000;
/** Data count as stale after a minute. Another list may start and end within this additional time. */
export const STALE_DATA_ALERT_MS = 10_000;

export const NO_ALERTS = (nowMs: number): AlertState => ({ open: new Map(), hasRead: false, goodAtMs: nowMs });

/**
 * Returns the alarm that the data are stale, or were never read. Until the data are live, no other alarm begins or
 * ends, because changes of DaemonSets are unknown.
 */
function staleDataAlert({ cluster, nowMs, reason }: ClusterSample, { hasRead, goodAtMs }: AlertState): Alert | undefined {
  const alert = hasRead ? "DaemonscopeDataOld" : "DaemonscopeBlind";
  if (nowMs - goodAtMs < (hasRead ? STALE_DATA_ALERT_MS : NO_DATA_ALERT_MS)) return undefined;
  return {
    key: alertKey(alert, cluster),
    alert,
    severity: "warning",
    summary: hasRead
      ? "Daemonscope's data are stale: it reports nothing about DaemonSets until they are live again"
      : `Daemonscope has read nothing for ${humanDuration(nowMs - goodAtMs)}`,
    description: reason,
    startsAtMs: nowMs,
    seenAtMs: nowMs,
  };
}

const isOfDaemonSet = ({ daemonSet }: Alert): boolean => daemonSet !== undefined;

/**
 * Returns the alarms after a check, and the new events. Alarms that begin come before alarms that end, so that a
 * problem that turns into another never looks resolved. While data are stale, no alarm of a DaemonSet begins or ends.
 * O(DaemonSets).
 */
export function evaluateAlerts(
  before: AlertState,
  sample: ClusterSample,
): { readonly after: AlertState; readonly events: readonly AlertTransition[] } {
  if (!sample.isReady) {
    const old = staleDataAlert(sample, before);
    if (old === undefined || before.open.has(old.key)) return { after: before, events: [] };
    return { after: { ...before, open: new Map([...before.open, [old.key, old]]) }, events: [{ kind: "firing", alarm: old }] };
  }
  const open = new Map<string, Alert>();
  for (const record of sample.records) {
    const alarm = alertOf(record, sample.nowMs);
    // Keeps the reported alarm: its text may change while it is open, and such a change is not an event.
    if (alarm !== undefined) open.set(alarm.key, before.open.get(alarm.key) ?? alarm);
  }
  const ended = [...before.open.values()].filter(({ key }) => !open.has(key));
  const events: AlertTransition[] = [
    ...(before.hasRead ? [] : [{ kind: "watching" } as const]),
    ...[...open.values()].filter(({ key }) => !before.open.has(key)).map((alarm) => ({ kind: "firing", alarm }) as const),
    ...ended.toSorted((a, b) => Number(isOfDaemonSet(b)) - Number(isOfDaemonSet(a))).map((alarm) => ({ kind: "resolved", alarm }) as const),
  ];
  return { after: { open, hasRead: true, goodAtMs: sample.nowMs }, events };
}
