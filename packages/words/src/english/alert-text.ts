import type { VerdictKind } from "@daemonscope/daemonset/rollout/verdict-kind";
import type { VerdictWord } from "@daemonscope/daemonset/rollout/verdict-word";

export type Severity = "critical" | "warning" | "info";

/** Page verdicts without an alarm: no action is urgent. `refused` soon becomes stuck or finds free capacity. */
const QUIET_VERDICTS = ["refused", "slow", "rolling", "waitsForYou", "partly", "unknown", "fine"] as const satisfies readonly VerdictKind[];
type AlertingVerdict = Exclude<VerdictKind, (typeof QUIET_VERDICTS)[number]>;

/** Name and severity of an alarm, its usual word, and its summary for `namespace/name` without the word. */
interface AlertText {
  readonly alert: string;
  readonly severity: Severity;
  readonly word: VerdictWord;
  readonly summary: (daemonSet: string) => string;
}

/** The only table of alarms: the webhook sends them, and a test compares the rules of deploy/prometheus with it. An
 *  alarm begins as soon as the page shows the verdict, which already includes a delay. */
export const ALERT_TEXT: Readonly<Record<AlertingVerdict, AlertText>> = {
  stuck: {
    alert: "DaemonSetRolloutStuck",
    severity: "critical",
    word: "stuck",
    summary: (daemonSet) => `the rollout of ${daemonSet} makes no progress`,
  },
  breaks: {
    alert: "DaemonSetMayBreakNodes",
    severity: "critical",
    word: "failing",
    summary: (daemonSet) => `nodes went NotReady after they got the new revision of ${daemonSet}`,
  },
  stalled: {
    alert: "DaemonSetStalled",
    severity: "warning",
    word: "stuck",
    summary: (daemonSet) => `the controller does nothing about ${daemonSet}`,
  },
  failing: { alert: "DaemonSetFailing", severity: "warning", word: "failing", summary: (daemonSet) => `pods of ${daemonSet} fail` },
  dropped: {
    alert: "DaemonSetDesiredFell",
    severity: "warning",
    word: "shrunk",
    summary: (daemonSet) => `nodes stopped wanting ${daemonSet}`,
  },
  unavailable: {
    alert: "DaemonSetUnavailable",
    severity: "warning",
    word: "degraded",
    summary: (daemonSet) => `nodes are without an available pod of ${daemonSet} for longer than is ordinary`,
  },
  blocked: {
    alert: "DaemonSetCannotSurge",
    severity: "warning",
    word: "failing",
    summary: (daemonSet) => `two pods of ${daemonSet} cannot be on one node`,
  },
  nodesUnready: {
    alert: "DaemonSetNodesNotReady",
    severity: "info",
    word: "degraded",
    summary: (daemonSet) => `pods of ${daemonSet} are on NotReady nodes`,
  },
  misscheduled: {
    alert: "DaemonSetMisscheduled",
    severity: "info",
    word: "misscheduled",
    summary: (daemonSet) => `${daemonSet} has pods on nodes they shouldn't be on`,
  },
};

/** Returns the summary of an alarm, which begins with the word of the page. */
export const alertSummary = ({ summary }: AlertText, word: VerdictWord, daemonSet: string): string =>
  `${word.toUpperCase()}: ${summary(daemonSet)}`;

export function isAlerting(need: VerdictKind): need is AlertingVerdict {
  return !(QUIET_VERDICTS as readonly VerdictKind[]).includes(need);
}
