import { budgetLimits } from "../budget/derive-budget.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { forecastAtBudget } from "../rollout/forecast/budget-forecast.ts";
import type { CountsPreview, RolloutPreview } from "./effect-preview.ts";
import type { PreviewDaemonSet, PreviewPair } from "./preview-daemonset.ts";

/** Milliseconds in a second. */
const MS = 1000;

interface Tally {
  readonly desired: number;
  readonly current: number;
  readonly misscheduled: number;
  readonly updated: number;
  readonly available: number;
}

function tallyOf(pairs: readonly PreviewPair[]): Tally {
  let [desired, current, misscheduled, updated, available] = [0, 0, 0, 0, 0];
  for (const { after, settled } of pairs) {
    if (after !== "run") {
      if (settled.has) misscheduled++;
      continue;
    }
    desired++;
    if (!settled.has) continue;
    current++;
    if (settled.isUpdated) updated++;
    if (settled.isAvailable) available++;
  }
  return { desired, current, misscheduled, updated, available };
}

interface HeldBack {
  readonly unfit: number;
  /** Old pods that stay on wanted nodes. */
  readonly untouched: number;
  /** Old pods among them whose replacement would not start. */
  readonly spared: number;
  /** Old pods that stay on unwanted nodes, and would end if the budget were free. */
  readonly kept: number;
}

/** Reports whether a wanted new pod does not start. */
const isStuck = ({ after, settled }: PreviewPair): boolean => after === "run" && settled.has && !settled.isAvailable && settled.isUpdated;
/** Reports whether the budget limits the deletion of an old pod. An unavailable one ends regardless (B4, B5). */
const isLimited = ({ settled, pods }: PreviewPair): boolean => settled.isReplaced && pods[0]?.ready === true;

/** Returns how many old pods are never replaced, because new pods that do not start hold the budget. It is a lower
 *  bound, because the controller takes nodes in no order (rule I6). */
function heldBack(pairs: readonly PreviewPair[], isSurge: boolean, allowed: number): HeldBack {
  const limited = pairs.filter(isLimited);
  const wanted = limited.filter(({ after }) => after === "run");
  const unfit = pairs.filter(({ settled }) => settled.ghost === "unfit").length;
  const stuck = wanted.filter(isStuck).length;
  if (isSurge) {
    // On unwanted nodes old pods end only while more pods are available than required.
    const wantedPairs = pairs.filter(({ after }) => after === "run");
    const missing = wantedPairs.length - stuck - wantedPairs.filter(({ settled }) => settled.has && settled.isAvailable).length;
    return { unfit, untouched: stuck, spared: stuck, kept: Math.min(limited.length - wanted.length, Math.max(0, missing)) };
  }
  const waiting = pairs.filter((pair) => !isLimited(pair) && isStuck(pair)).length;
  const slots = Math.max(0, allowed - waiting);
  const spared = Math.max(0, stuck - slots);
  if (slots === 0) return { unfit, untouched: wanted.length, spared, kept: limited.length - wanted.length };
  return { unfit, untouched: spared, spared, kept: 0 };
}

/** Returns a check for old pods that a blocked rollout never replaces: all that the budget limits if no slot is left.
 *  With create-first, these are the pods whose replacement does not start. */
export function heldPairs({ pairs, after }: PreviewDaemonSet): (pair: PreviewPair) => boolean {
  if (after === undefined) return () => false;
  const { kind, allowed } = budgetLimits(after.spec.updateStrategy, tallyOf(pairs).desired);
  if (kind === "none") return () => false;
  if (kind === "maxSurge") return (pair) => pair.after === "run" && isLimited(pair) && isStuck(pair);
  const waiting = pairs.filter((pair) => !isLimited(pair) && isStuck(pair)).length;
  return (pair) => waiting >= allowed && isLimited(pair);
}

/** Marks the old pods on unwanted nodes as staying, if new pods that do not start hold the budget so that all of them
 *  stay. If some of them end, returns the DaemonSet unchanged, because it is unknown which ones. */
export function withRetainedPods(set: PreviewDaemonSet): PreviewDaemonSet {
  const { pairs, after } = set;
  if (after === undefined) return set;
  const isUnwanted = (pair: PreviewPair): boolean => pair.after === "keep" && isLimited(pair);
  const unwanted = pairs.filter(isUnwanted).length;
  if (unwanted === 0) return set;
  const { kind, allowed } = budgetLimits(after.spec.updateStrategy, tallyOf(pairs).desired);
  if (kind === "none" || heldBack(pairs, kind === "maxSurge", allowed).kept < unwanted) return set;
  const kept = ({ before, settled }: PreviewPair): PreviewPair["settled"] => ({
    ...settled,
    ghost: before === "run" ? "stays" : "same",
    has: true,
    isUpdated: false,
    isReplaced: false,
  });
  return { ...set, pairs: pairs.map((pair) => (isUnwanted(pair) ? { ...pair, settled: kept(pair) } : pair)) };
}

export interface QuietCounts {
  readonly then: CountsPreview;
  readonly rollout: RolloutPreview | undefined;
}

/** Returns the final counts, and the rollout that leads to them, if any. */
export function convergedCounts(
  set: PreviewDaemonSet,
  record: DaemonSetRecord | undefined,
  nowMs: number,
  isEndingNode: (name: string) => boolean,
): QuietCounts {
  const { pairs, after } = set;
  const tally = tallyOf(pairs);
  if (after === undefined) return { then: tally, rollout: undefined };
  const strategy = after.spec.updateStrategy;
  const { kind, allowed } = budgetLimits(strategy, tally.desired);
  const byHand = kind === "none";
  const replaced = byHand
    ? pairs.filter(({ settled }) => settled.ghost === "replacedByHand").length
    : pairs.filter(({ settled }) => settled.isReplaced).length;
  if (replaced === 0) return { then: tally, rollout: undefined };
  if (byHand) return { then: tally, rollout: { replaced, atOnce: 0, waves: 0, byHand } };
  const { unfit, untouched, spared, kept } = heldBack(pairs, kind === "maxSurge", allowed);
  const isHeld = unfit > 0 || untouched > 0 || kept > 0;
  const stuck = pairs.filter(isStuck);
  const untilGone = unfit === 0 && stuck.length > 0 && stuck.every(({ node }) => isEndingNode(node));
  const updated = tally.updated - untouched;
  const turnMs = record?.pace?.turn?.medianMs;
  const waves = Math.ceil(replaced / Math.max(1, allowed));
  const waveMs = Math.max(turnMs ?? 0, after.spec.minReadySeconds * MS);
  const isMeasured = record?.budget.kind === kind && set.before?.spec.minReadySeconds === after.spec.minReadySeconds;
  const leftMs = isMeasured ? forecastAtBudget(record, nowMs, replaced, allowed) : undefined;
  return {
    then: { ...tally, updated, available: tally.available + spared, misscheduled: tally.misscheduled + kept },
    rollout: {
      replaced,
      atOnce: allowed,
      waves,
      byHand,
      ...(waveMs === 0 ? {} : { leastMs: Math.min(waves * waveMs, leftMs ?? Number.POSITIVE_INFINITY) }),
      ...(leftMs === undefined ? {} : { leftMs }),
      ...(turnMs === undefined ? {} : { turnMs }),
      ...(isHeld ? { stands: { unfit, endsAt: updated, ...(untilGone ? { untilGone } : {}) } } : {}),
    },
  };
}
