import { type BudgetUnit, budgetUnitOf, passedOverSinceMs } from "../budget/budget-unit.ts";
import { type CellByte, hasFlag } from "../cell/cell.ts";
import { cellOfPair } from "../cell/cell-of-pair.ts";
import { statusTally, TALLY } from "../counts/tally.ts";
import type { Pair, SetFacts } from "../pair/pair.ts";
import { LOOP_FROM } from "../pair/rejections.ts";
import { fellSinceMs, joinedLater, wasSickBefore } from "../pair/sick-node.ts";
import { availableAtMs, hasSettled, isAvailable, isFailing, isRefused, isUpdated } from "../pods/pod-facts.ts";
import type { Readying } from "../records/records.ts";
import { causeOf, type NodeCause } from "../rollout/derive-causes.ts";

/** Everything that one node adds to a DaemonSet's record, and when time alone changes it. */
export interface PairAssessment {
  readonly cell: CellByte;
  readonly tally: number;
  readonly unit: BudgetUnit | undefined;
  readonly cause: NodeCause | undefined;
  readonly readying: readonly Readying[];
  /** Since when its node is NotReady, where it went so soon after it got the current revision. */
  readonly fellSinceMs: number | undefined;
  /** Since when its old pod may go, and nobody deletes it. */
  readonly passedOverSinceMs: number | undefined;
  /** The soonest time at which time alone changes it: a pod becomes available, or has run for long, a node is taken to be lost. */
  readonly wakeAtMs: number | undefined;
  /** When last a pod without trouble came or became ready; 0 for never. */
  readonly progressAtMs: number;
  /** Of the first pod. */
  readonly hash: string | undefined;
}

const NONE: readonly Readying[] = [];

function inferredTally(pair: Pair, set: SetFacts, cell: CellByte, unit: BudgetUnit | undefined, nowMs: number): number {
  const { verdict, pods, nodeUnready } = pair;
  let tally = 0;
  if (verdict === "keep" && pods.length > 0) tally |= nodeUnready ? TALLY.kept | TALLY.keptUnready : TALLY.kept;
  if (verdict === "run" && pods.length > 0 && hasFlag(cell, "oldRevision"))
    tally |= unit === undefined && !hasFlag(cell, "terminating") ? TALLY.outdated | TALLY.queued : TALLY.outdated;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  let isNew = false;
  for (const pod of pods) {
    if (!isUpdated(pod, current)) continue;
    isNew = true;
    tally |= TALLY.current;
    if (isAvailable(pod, set.minReadySeconds, nowMs)) tally |= TALLY.well;
    const isWrong = isFailing(pod, nowMs) || isRefused(pod);
    if (isWrong && pod.deletingSinceMs === undefined && !hasSettled(pod)) tally |= TALLY.unsettled;
  }
  const [first] = pods;
  if (nodeUnready && first !== undefined) {
    const isNow = isUpdated(first, current);
    tally |= isNow ? TALLY.unreadyCurrent : TALLY.unreadyOld;
    if (isNow && !isAvailable(first, set.minReadySeconds, nowMs)) tally |= TALLY.unreadyDown;
    if (pair.nodeSilent === true) tally |= TALLY.silent;
  }
  if (pods.length === 0 || joinedLater(pair, set)) return tally;
  if (nodeUnready && fellSinceMs(pair, set) === undefined)
    return tally | (wasSickBefore(pair, set) ? TALLY.sickBefore : TALLY.sickWithout | TALLY.unreached);
  return tally | (isNew ? TALLY.reached : TALLY.unreached);
}

/** Assesses one pair. `exists` is false for a node that is gone while pods of it remain: it has no cell and is in no number (C8), but uses a place (B3). */
export function assessPair(pair: Pair, set: SetFacts, exists: boolean, surging: boolean, nowMs: number): PairAssessment {
  const unit = budgetUnitOf(pair, set, surging, nowMs);
  let wakeAtMs = unit?.lastsFromMs;
  let progressAtMs = 0;
  let readying: Readying[] | undefined;
  for (const pod of pair.pods) {
    const at = availableAtMs(pod, set.minReadySeconds);
    if (at !== undefined && at > nowMs) {
      wakeAtMs = wakeAtMs === undefined || at < wakeAtMs ? at : wakeAtMs;
      if (exists && set.minReadySeconds > 0 && pod.readySinceMs !== undefined) {
        readying ??= [];
        readying.push({ node: pair.node, readyAtMs: pod.readySinceMs, availableAtMs: at });
      }
    }
    // One that crashed once came as any other: whether it fails is not known yet.
    const { overcomeAtMs } = pod;
    if (overcomeAtMs !== undefined && overcomeAtMs > nowMs) wakeAtMs = Math.min(wakeAtMs ?? Number.POSITIVE_INFINITY, overcomeAtMs);
    if (pod.reason !== undefined && !(pod.scheduled && pod.passing)) continue;
    // A crash loop makes a pod ready for a moment, again and again: that is no progress.
    // Neither is a pod that comes after one that failed, nor that such pods are ready before they fail again.
    const createdAtMs = pair.rejections === undefined ? pod.createdAtMs : 0;
    const isSteady = pod.restarts === 0 && (pair.rejections?.count ?? 0) < LOOP_FROM;
    progressAtMs = Math.max(progressAtMs, createdAtMs, isSteady ? (pod.readySinceMs ?? 0) : 0);
  }
  if (!exists) {
    const tally = pair.pods.length > 0 ? TALLY.stray : 0;
    const nothing = { cause: undefined, fellSinceMs: undefined, passedOverSinceMs: undefined, hash: undefined };
    return { ...nothing, cell: 0, tally, unit, readying: NONE, wakeAtMs, progressAtMs: 0 };
  }
  const cell = cellOfPair(pair, set, nowMs);
  return {
    cell,
    tally: statusTally(pair, set, nowMs) | inferredTally(pair, set, cell, unit, nowMs),
    unit,
    cause: causeOf(pair, cell),
    readying: readying ?? NONE,
    fellSinceMs: fellSinceMs(pair, set),
    passedOverSinceMs: passedOverSinceMs(pair, set, surging, nowMs),
    wakeAtMs,
    progressAtMs,
    hash: pair.pods[0]?.hash,
  };
}
