import type { VerdictKind } from "@daemonscope/daemonset/rollout/verdict-kind";

export type Severity = "critical" | "warning" | "info";

/** Page verdicts without an alarm: no action is urgent. `refused` soon becomes stuck or finds free capacity. */
export const QUIET_VERDICTS = [
  "refused",
  "slow",
  "rolling",
  "waitsForYou",
  "partly",
  "unknown",
  "fine",
] as const satisfies readonly VerdictKind[];
export type AlertingVerdict = Exclude<VerdictKind, (typeof QUIET_VERDICTS)[number]>;

/** Name and severity of an alarm, and its summary for `namespace/name`. */
export interface AlertText {
  readonly alert: string;
  readonly severity: Severity;
  readonly summary: (daemonSet: string) => string;
}

/** The only table of alarms: the webhook sends them, and a test compares the rules of deploy/prometheus with it. An
 *  alarm begins as soon as the page shows the verdict, which already includes a delay. */
export const ALERT_TEXT: Readonly<Record<AlertingVerdict, AlertText>> = {
  stuck: {
    alert: "DaemonSetRolloutStuck",
    severity: "critical",
    summary: (daemonSet) => `STUCK: the rollout of ${daemonSet} makes no progress`,
  },
  breaks: {
    alert: "DaemonSetMayBreakNodes",
    severity: "critical",
    summary: (daemonSet) => `MAY BREAK NODES: nodes went NotReady after they got the new revision of ${daemonSet}`,
  },
  stalled: {
    alert: "DaemonSetStalled",
    severity: "warning",
    summary: (daemonSet) => `STALLED: the controller does nothing about ${daemonSet}`,
  },
  failing: { alert: "DaemonSetFailing", severity: "warning", summary: (daemonSet) => `FAILING: pods of ${daemonSet} fail` },
  dropped: {
    alert: "DaemonSetDesiredFell",
    severity: "warning",
    summary: (daemonSet) => `DESIRED FELL: nodes stopped wanting ${daemonSet}`,
  },
  unavailable: {
    alert: "DaemonSetUnavailable",
    severity: "warning",
    summary: (daemonSet) => `UNAVAILABLE: nodes are without an available pod of ${daemonSet} for longer than is ordinary`,
  },
  blocked: {
    alert: "DaemonSetCannotSurge",
    severity: "warning",
    summary: (daemonSet) => `CANNOT SURGE: two pods of ${daemonSet} cannot be on one node`,
  },
  nodesUnready: {
    alert: "DaemonSetNodesNotReady",
    severity: "info",
    summary: (daemonSet) => `NODES NOTREADY: pods of ${daemonSet} are on NotReady nodes`,
  },
  misscheduled: {
    alert: "DaemonSetMisscheduled",
    severity: "info",
    summary: (daemonSet) => `MISSCHEDULED: ${daemonSet} has pods on nodes they shouldn't be on`,
  },
};

export function isAlerting(need: VerdictKind): need is AlertingVerdict {
  return !(QUIET_VERDICTS as readonly VerdictKind[]).includes(need);
}
