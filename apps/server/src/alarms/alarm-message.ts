import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { formatMoment } from "@daemonscope/shared/http/moment";
import type { Alarm } from "./alarm.ts";
import { alarmKey } from "./alarm.ts";
import type { AlarmEvent, AlarmState } from "./next-alarms.ts";

/** More keys than that are not listed. */
export const OPEN_LISTED = 500;

/** As deploy/webhook/message.schema.json has it. */
export interface AlarmMessage {
  readonly schema: 1;
  /** The same for each try to deliver it. */
  readonly id: string;
  readonly event: AlarmEvent["kind"];
  readonly cluster: string;
  readonly sentAt: string;
  readonly alarm?: {
    readonly key: string;
    readonly alert: string;
    readonly severity: Alarm["severity"];
    readonly summary: string;
    readonly description: string;
    readonly startsAt: string;
    readonly endsAt?: string;
    readonly daemonset?: { readonly namespace: string; readonly name: string; readonly verdict: string };
    readonly page?: string;
    /** The same page as it was when the alarm was first seen: absent of what is about Daemonscope itself, which then had old data. */
    readonly pageThen?: string;
    readonly runbook: string;
  };
  readonly openCount: number;
  /** Keys of all that is open after this, so that whoever missed something can catch up; absent above OPEN_LISTED. */
  readonly open?: readonly string[];
}

/** Who sends, and where its links lead. */
export interface Sender {
  readonly cluster: string;
  /** Without a slash at its end; undefined where nobody said. */
  readonly page: string | undefined;
}

const iso = (ms: number): string => new Date(ms).toISOString();

function pageOf({ daemonSet }: Alarm, { page }: Sender): string | undefined {
  if (page === undefined || daemonSet === undefined) return page === undefined ? undefined : `${page}/`;
  return `${page}/daemonsets/${encodeURIComponent(daemonSet.namespace)}/${encodeURIComponent(daemonSet.name)}`;
}

/** The section of what to do: a link where Daemonscope is reached, which serves it; else the file that has it. */
function runbookOf({ alert }: Alarm, { page }: Sender): string {
  return `${page === undefined ? "docs/alerts.md" : `${page}/docs/alerts`}#${alert.toLowerCase()}`;
}

export function alarmMessage(event: AlarmEvent, { open }: AlarmState, sender: Sender, nowMs: number): AlarmMessage {
  const keys = [...open.keys()].sort();
  const ends = event.kind === "resolved" ? { endsAt: iso(nowMs) } : {};
  const alarm = event.kind === "watching" ? undefined : event.alarm;
  const page = alarm === undefined ? undefined : pageOf(alarm, sender);
  return {
    schema: 1,
    id: alarmKey(event.kind, alarm?.key ?? "", String(nowMs)),
    event: event.kind,
    cluster: sender.cluster,
    sentAt: iso(nowMs),
    ...(alarm === undefined
      ? {}
      : {
          alarm: {
            key: alarm.key,
            alert: alarm.alert,
            severity: alarm.severity,
            summary: alarm.summary,
            description: alarm.description,
            startsAt: iso(alarm.startsAtMs),
            ...ends,
            ...(alarm.daemonSet === undefined ? {} : { daemonset: alarm.daemonSet }),
            ...(page === undefined ? {} : { page }),
            ...(page === undefined || alarm.daemonSet === undefined
              ? {}
              : { pageThen: `${page}?${MOMENT_PARAMETER}=${formatMoment(alarm.seenAtMs)}` }),
            runbook: runbookOf(alarm, sender),
          },
        }),
    openCount: keys.length,
    ...(keys.length > OPEN_LISTED ? {} : { open: keys }),
  };
}
