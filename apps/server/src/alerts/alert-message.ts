import { isoTime } from "@daemonscope/kube/values/time";
import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { formatMoment } from "@daemonscope/shared/http/moment";
import type { Alert } from "./alert.ts";
import { alertKey } from "./alert.ts";
import type { AlertState, AlertTransition } from "./evaluate-alerts.ts";

/** Above this number of keys, no key is listed. */
const MAX_LISTED_ALERTS = 500;

/** Matches deploy/webhook/message.schema.json. */
interface AlertMessage {
  readonly schema: 1;
  /** The same for each delivery attempt. */
  readonly id: string;
  readonly event: AlertTransition["kind"];
  readonly cluster: string;
  readonly sentAt: string;
  readonly alarm?: {
    readonly key: string;
    readonly alert: string;
    readonly severity: Alert["severity"];
    readonly summary: string;
    readonly description: string;
    readonly startsAt: string;
    readonly endsAt?: string;
    readonly daemonset?: { readonly namespace: string; readonly name: string; readonly word: string; readonly verdict: string };
    /** `runbook`: its entry on the page of causes. */
    readonly cause?: NonNullable<Alert["cause"]> & { readonly runbook: string };
    readonly page?: string;
    /**
     * The same page at the time when the alarm was first seen. Absent for an alarm about Daemonscope itself, whose data
     * were stale then.
     */
    readonly pageThen?: string;
    readonly runbook: string;
  };
  readonly openCount: number;
  /**
   * Keys of all alarms that are open after the check of this event. With them a receiver that missed messages can catch
   * up. Absent above MAX_LISTED_ALERTS.
   */
  readonly open?: readonly string[];
}

/** The sending cluster, and the base of its links. */
export interface AlertSource {
  readonly cluster: string;
  /** Without a trailing slash; undefined if not configured. */
  readonly page: string | undefined;
}

function pageOf({ daemonSet }: Alert, { page }: AlertSource): string | undefined {
  if (page === undefined || daemonSet === undefined) return page === undefined ? undefined : `${page}/`;
  return `${page}/daemonsets/${encodeURIComponent(daemonSet.namespace)}/${encodeURIComponent(daemonSet.name)}`;
}

/**
 * Returns a section of the docs: a link if the URL of Daemonscope is known, because it serves the docs. Otherwise the
 * file that has the section.
 */
const docsLink = (name: "alerts" | "causes", section: string, page: string | undefined): string =>
  `${page === undefined ? `docs/${name}.md` : `${page}/docs/${name}`}#${section.toLowerCase()}`;

export function alertMessage(event: AlertTransition, { open }: AlertState, sender: AlertSource, nowMs: number): AlertMessage {
  const keys = [...open.keys()].sort();
  const ends = event.kind === "resolved" ? { endsAt: isoTime(nowMs) } : {};
  const alarm = event.kind === "watching" ? undefined : event.alarm;
  const page = alarm === undefined ? undefined : pageOf(alarm, sender);
  return {
    schema: 1,
    id: alertKey(event.kind, alarm?.key ?? "", String(nowMs)),
    event: event.kind,
    cluster: sender.cluster,
    sentAt: isoTime(nowMs),
    ...(alarm === undefined
      ? {}
      : {
          alarm: {
            key: alarm.key,
            alert: alarm.alert,
            severity: alarm.severity,
            summary: alarm.summary,
            description: alarm.description,
            startsAt: isoTime(alarm.startsAtMs),
            ...ends,
            ...(alarm.daemonSet === undefined ? {} : { daemonset: alarm.daemonSet }),
            ...(alarm.cause === undefined ? {} : { cause: { ...alarm.cause, runbook: docsLink("causes", alarm.cause.kind, sender.page) } }),
            ...(page === undefined ? {} : { page }),
            ...(page === undefined || alarm.daemonSet === undefined
              ? {}
              : { pageThen: `${page}?${MOMENT_PARAMETER}=${formatMoment(alarm.seenAtMs)}` }),
            runbook: docsLink("alerts", alarm.alert, sender.page),
          },
        }),
    openCount: keys.length,
    ...(keys.length > MAX_LISTED_ALERTS ? {} : { open: keys }),
  };
}
