import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import { isHalted } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { compareVerdictKinds, VERDICT_KINDS, type VerdictKind, verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { agentsOn, type VerdictContext, verdictDetailText } from "./verdict-text.ts";

export interface VerdictSummary {
  readonly need: VerdictKind;
  /** Examples: `STUCK 14m`, `ROLLING`, `WAITS FOR YOU`. */
  readonly word: string;
  readonly tone: "stuck" | "roll" | "plain";
  /** The DaemonSet of the verdict; undefined if the verdict is about all. */
  readonly record: DaemonSetRecord | undefined;
  readonly sentence: string;
  /** The cluster has no DaemonSet. */
  readonly isEmpty?: true;
}

const TONES: Readonly<Record<VerdictKind, VerdictSummary["tone"]>> = {
  stuck: "stuck",
  breaks: "stuck",
  blocked: "stuck",
  stalled: "stuck",
  failing: "stuck",
  unavailable: "stuck",
  refused: "stuck",
  slow: "plain",
  rolling: "roll",
  dropped: "stuck",
  waitsForYou: "plain",
  misscheduled: "plain",
  nodesUnready: "plain",
  partly: "plain",
  unknown: "plain",
  fine: "roll",
};
/** Verdict kinds whose word includes a duration. */
export const VERDICTS_WITH_DURATION: ReadonlySet<VerdictKind> = new Set([
  "stuck",
  "breaks",
  "stalled",
  "failing",
  "dropped",
  "unavailable",
  "slow",
  "refused",
  "misscheduled",
  "nodesUnready",
]);

/** Reports whether a verdict interrupts a screen reader, because it needs an operator now. */
export const isUrgent = ({ tone }: Pick<VerdictSummary, "tone">): boolean => tone === "stuck";

/** Reports whether no node wants a pod: nothing is wrong, and nothing is available. */
const isFineNowhere = (record: DaemonSetRecord, need: VerdictKind): boolean => need === "fine" && hasNoMatchingNode(record);

/** Returns the word of a verdict, for the headline or for a table row. */
export function verdictLabel(t: Translate, record: DaemonSetRecord, style: "word" | "row"): string {
  const need = verdictKindOf(record);
  const { reported, concern } = record;
  if (isFineNowhere(record, need)) return t(`verdict.${style}.noNodes`);
  if (need === "partly")
    return t(`verdict.${style}.partly`, {
      available: reported.numberAvailable,
      desired: reported.desiredNumberScheduled,
    });
  if (need === "nodesUnready") return t(`verdict.${style}.nodesUnready`, { count: Math.max(1, concern?.nodes.length ?? 0) });
  if (concern !== null && isHalted(concern.detail)) return t(`verdict.${style}.halted`);
  return t(`verdict.${style}.${need}`);
}

/** Returns the word with its duration, for the kinds in `VERDICTS_WITH_DURATION`. */
export function verdictLabelWithDuration(t: Translate, record: DaemonSetRecord, style: "word" | "row", nowMs: number): string {
  const word = verdictLabel(t, record, style);
  const since = VERDICTS_WITH_DURATION.has(verdictKindOf(record)) ? record.concern?.sinceMs : undefined;
  return since === undefined ? word : t("verdict.lasted", { word, age: humanDuration(Math.max(0, nowMs - since)) });
}

/** Returns the verdict on one DaemonSet at a cluster time. */
export function verdictOn(t: Translate, record: DaemonSetRecord, nowMs: number, cluster: VerdictContext = {}): VerdictSummary {
  const need = verdictKindOf(record);
  const tone = isFineNowhere(record, need) ? "plain" : TONES[need];
  return {
    need,
    word: verdictLabelWithDuration(t, record, "word", nowMs),
    tone,
    record,
    sentence: verdictDetailText(t, record, need, nowMs, cluster),
  };
}

/**
 * Returns the verdict on NotReady nodes; undefined without any. Its subject is the nodes, not one DaemonSet on
 * them.
 */
function verdictOnUnready(t: Translate, records: readonly DaemonSetRecord[], nowMs: number): VerdictSummary | undefined {
  const unready = unreadyNodes(records);
  if (unready === undefined) return undefined;
  const { count, isAtLeast, sinceMs } = unready;
  const word = t(`verdict.fleet.${isAtLeast ? "unreadyAtLeast" : "unready"}`, { count });
  const label = sinceMs === undefined ? word : t("verdict.lasted", { word, age: humanDuration(Math.max(0, nowMs - sinceMs)) });
  return { need: "nodesUnready", word: label, tone: "plain", record: undefined, sentence: agentsOn(t, unready) };
}

/** Returns the verdict on a whole cluster: that of the most urgent DaemonSet, or that all is well. */
export function verdictOnFleet(t: Translate, records: readonly DaemonSetRecord[], nowMs: number, sources?: SourceStatuses): VerdictSummary {
  const worst = [...records].sort(compareVerdictKinds)[0];
  const isUnready = records.some((record) => verdictKindOf(record) === "nodesUnready");
  if (worst !== undefined && isUnready && VERDICT_KINDS.indexOf(verdictKindOf(worst)) >= VERDICT_KINDS.indexOf("nodesUnready")) {
    const unready = verdictOnUnready(t, records, nowMs);
    if (unready !== undefined) return unready;
  }
  const context = sources === undefined ? {} : { sources };
  const all = { tone: "plain", record: undefined } as const;
  if (worst === undefined) return { ...all, need: "fine", isEmpty: true, word: t("verdict.none"), sentence: t("verdict.noneSeen") };
  if (verdictKindOf(worst) === "unknown") {
    const kinds = worst.unread.join(t("verdict.and"));
    const isLoading = sources !== undefined && isSourceLoading(worst.unread, sources);
    const sentence = t(isLoading ? "verdict.statusOfEachYet" : "verdict.statusOfEach", { kinds });
    return { ...all, need: "unknown", word: t("verdict.word.unknown"), sentence };
  }
  if (verdictKindOf(worst) !== "fine") return verdictOn(t, worst, nowMs, context);
  const nowhere = records.filter((record) => isFineNowhere(record, verdictKindOf(record)));
  const [first] = nowhere;
  // If no node wants any DaemonSet, none is available anywhere.
  if (first !== undefined && nowhere.length === records.length) return verdictOn(t, first, nowMs, context);
  const sentence = nowhere.length === 0 ? "" : t("verdict.nowhere", { count: nowhere.length });
  return { ...all, need: "fine", word: t("verdict.all", { count: records.length - nowhere.length }), tone: "roll", sentence };
}

/** Summarises the other DaemonSets: `9 other DaemonSets: 1 rolling, 8 fine`. */
export function otherDaemonSetsText(t: Translate, records: readonly DaemonSetRecord[], verdict: VerdictSummary): string {
  const others = records.filter((record) => record !== verdict.record);
  const isAboutNodes = verdict.record === undefined && verdict.need === "nodesUnready";
  if ((verdict.record === undefined && !isAboutNodes) || others.length === 0) return "";
  if (others.every((record) => verdictKindOf(record) === "fine")) return t("verdict.othersFine", { count: others.length });
  const counts = VERDICT_KINDS.map((need) => [need, others.filter((record) => verdictKindOf(record) === need).length] as const).filter(
    ([, count]) => count > 0,
  );
  const rest = counts.map(([need, count]) => t(`verdict.rest.${need}`, { count })).join(t("model.comma"));
  return t(isAboutNodes ? "verdict.fleet.sets" : "verdict.others", { count: others.length, rest });
}
