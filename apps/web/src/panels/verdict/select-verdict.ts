import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import {
  compareVerdicts,
  hasAge,
  VERDICT_WORDS,
  type VerdictWord,
  verdictRank,
  verdictWordOf,
} from "@daemonscope/daemonset/rollout/verdict-word";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { leavingCount, leavingText } from "@daemonscope/words/facts/leaving-text";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { remainingRangeText } from "./pace/rollout-pace-text.ts";
import { agentsOn, type VerdictContext, verdictDetailText } from "./verdict-text.ts";

export interface VerdictSummary {
  readonly verdict: VerdictWord;
  /** The translated word with its age: `STUCK 14m`, `ROLLING`, `MANUAL`. */
  readonly word: string;
  readonly tone: "stuck" | "roll" | "plain";
  /** The DaemonSet of the verdict; undefined if the verdict is about all. */
  readonly record: DaemonSetRecord | undefined;
  readonly sentence: string;
  /** The range of the remaining time, for a tooltip. */
  readonly range?: string;
  /** The cluster has no DaemonSet. */
  readonly isEmpty?: true;
  /** The subject is the NotReady nodes. */
  readonly isAboutNodes?: true;
}

/** Returns the tone of a word: failures are in the failing colour, and only a rollout is in the colour of progress. */
const toneOf = (verdict: VerdictWord): VerdictSummary["tone"] =>
  verdict === "stuck" || verdict === "failing" ? "stuck" : verdict === "rolling" ? "roll" : "plain";

/** Reports whether a verdict interrupts a screen reader, because it needs an operator now. */
export const isUrgent = ({ tone }: Pick<VerdictSummary, "tone">): boolean => tone === "stuck";

/** Returns the word of a verdict, for the headline or for a table row. */
export const verdictLabel = (t: Translate, record: DaemonSetRecord, style: "word" | "row"): string =>
  t(`verdict.${style}.${verdictWordOf(record)}`);

/** Adds the age to a word, if its start is known and the word has an age. */
export function withAge(t: Translate, verdict: VerdictWord, word: string, ageMs: number | undefined): string {
  return ageMs === undefined || !hasAge(verdict) ? word : t("verdict.lasted", { word, age: ageText(ageMs) });
}

/** Returns the word of a verdict with its age. */
export function verdictLabelWithAge(t: Translate, record: DaemonSetRecord, style: "word" | "row", nowMs: number): string {
  const sinceMs = record.concern?.sinceMs;
  return withAge(t, verdictWordOf(record), verdictLabel(t, record, style), sinceMs === undefined ? undefined : nowMs - sinceMs);
}

/** Returns the verdict on one DaemonSet at a cluster time. */
export function verdictOn(t: Translate, record: DaemonSetRecord, nowMs: number, cluster: VerdictContext = {}): VerdictSummary {
  const verdict = verdictWordOf(record);
  const range = verdict === "rolling" ? remainingRangeText(t, record, nowMs) : undefined;
  return {
    verdict,
    word: verdictLabelWithAge(t, record, "word", nowMs),
    tone: toneOf(verdict),
    record,
    sentence: verdictDetailText(t, record, verdictKindOf(record), nowMs, cluster),
    ...(range === undefined ? {} : { range }),
  };
}

/**
 * Returns the verdict on NotReady nodes; undefined without any. Its subject is the nodes, not one DaemonSet on
 * them.
 */
function verdictOnUnready(t: Translate, records: readonly DaemonSetRecord[], nowMs: number): VerdictSummary | undefined {
  const unready = unreadyNodes(records);
  if (unready === undefined) return undefined;
  const { sinceMs } = unready;
  const word = withAge(t, "degraded", t("verdict.word.degraded"), sinceMs === undefined ? undefined : nowMs - sinceMs);
  return { verdict: "degraded", word, tone: "plain", record: undefined, sentence: agentsOn(t, unready), isAboutNodes: true };
}

/** Returns the verdict on a whole cluster: that of the most urgent DaemonSet, or that all is well. */
export function verdictOnFleet(
  t: Translate,
  records: readonly DaemonSetRecord[],
  nowMs: number,
  { sources, nodes }: VerdictContext = {},
): VerdictSummary {
  const [first] = [...records].sort(compareVerdicts);
  const isFine = first !== undefined && verdictRank(first) === VERDICT_WORDS.indexOf("healthy");
  const worst = isFine ? (records.find((record) => verdictKindOf(record) === "partly") ?? first) : first;
  const isUnready = records.some((record) => verdictKindOf(record) === "nodesUnready");
  if (worst !== undefined && isUnready && verdictRank(worst) > VERDICT_WORDS.indexOf("degraded")) {
    const unready = verdictOnUnready(t, records, nowMs);
    if (unready !== undefined) return unready;
  }
  const context = sources === undefined ? {} : { sources };
  const all = { verdict: "healthy", tone: "plain", record: undefined } as const;
  if (worst === undefined) return { ...all, isEmpty: true, word: t("verdict.none"), sentence: t("verdict.noneSeen") };
  const word = t("verdict.word.healthy");
  const need = verdictKindOf(worst);
  if (need === "unknown" && verdictWordOf(worst, need) === "healthy") {
    const kinds = worst.unread.join(t("verdict.and"));
    const isLoading = sources !== undefined && isSourceLoading(worst.unread, sources);
    return { ...all, word, sentence: t(isLoading ? "verdict.statusOfEachYet" : "verdict.statusOfEach", { kinds }) };
  }
  if (need !== "fine") return verdictOn(t, worst, nowMs, context);
  const nowhere = records.filter((record) => hasNoMatchingNode(record));
  const [unmatched] = nowhere;
  // If no node wants any DaemonSet, none is available anywhere.
  if (unmatched !== undefined && nowhere.length === records.length) return verdictOn(t, unmatched, nowMs, context);
  const counted = { count: records.length - nowhere.length };
  const sentence = [
    nodes === undefined
      ? t("verdict.all", counted)
      : t("verdict.allOn", { sets: t("verdict.all", counted), nodes: t("verdict.nodes", { count: nodes }) }),
    ...(nowhere.length === 0 ? [] : [t("verdict.nowhere", { count: nowhere.length })]),
    ...(records.toSorted((a, b) => leavingCount(b) - leavingCount(a))[0]?.leaving ?? []).map((group) =>
      leavingText(t, { ...group, excluded: 0 }, ""),
    ),
  ].join(t("model.comma"));
  return { ...all, word, sentence };
}
