import { type BudgetSlot, budgetSlotOf, skippedSinceMs } from "../budget/budget-slot.ts";
import { SLOW_START_MS } from "../causes/cause-row.ts";
import { statusTally, TALLY } from "../counts/tally.ts";
import { type CellByte, cellState, hasFlag, isLeavingCell } from "../pair/cell/cell.ts";
import { cellOfPair } from "../pair/cell/cell-of-pair.ts";
import type { Pair, SetFacts } from "../pair/pair.ts";
import { finalizerHoldsFromMs, isStuckAtStart, nodeLagsUntilMs, stuckFromMs } from "../pair/pair-cause.ts";
import { MIN_LOOP_REJECTIONS } from "../pair/rejections.ts";
import { brokenSinceMs, joinedAfterRevision, wasUnhealthyBefore } from "../pair/unhealthy-node.ts";
import {
  availableAtMs,
  HEALTHY_AFTER_MS,
  isAvailable,
  isFailing,
  isUpdated,
  type PodFacts,
  wasHealthyBefore,
  wasRefusedByScheduler,
} from "../pods/pod-facts.ts";
import { isEnding } from "../records/node-lifecycle.ts";
import type { BecomingAvailable } from "../records/records.ts";
import { causeOf, type NodeCause } from "../rollout/concern/derive-causes.ts";

/** The contribution of one node to a DaemonSet's record, and when time alone changes it. */
export interface PairAssessment {
  readonly cell: CellByte;
  readonly tally: number;
  /** The budget slot that the node uses. */
  readonly unit: BudgetSlot | undefined;
  readonly cause: NodeCause | undefined;
  readonly readying: readonly BecomingAvailable[];
  /** Time at which its node became NotReady shortly after it got the current revision. */
  readonly fellSinceMs: number | undefined;
  /** Time from which the controller may delete its old pod but does not. */
  readonly passedOverSinceMs: number | undefined;
  /** The earliest time at which time alone changes it: a pod becomes available, a pod has run long enough, or a node
   *  counts as lost. */
  readonly wakeAtMs: number | undefined;
  /** Time at which a healthy pod was last created or became ready; 0 for never. */
  readonly progressAtMs: number;
  /** Hash of the first pod. */
  readonly hash: string | undefined;
}

const NONE: readonly BecomingAvailable[] = [];

/** The kubelet writes the Ready condition within this time after a pod's creation, if the pod is scheduled at once. */
const FIRST_CONDITION_MS = 10_000;

/** Reports whether a pod came with the current revision and has never been Ready: its Ready condition has not changed
 *  since the kubelet wrote it first. */
function hasNeverBeenReady({ ready, createdAtMs, unreadySinceMs, deletingSinceMs }: PodFacts, { revisionSinceMs }: SetFacts): boolean {
  if (ready || unreadySinceMs === undefined || deletingSinceMs !== undefined || revisionSinceMs === undefined) return false;
  return createdAtMs - revisionSinceMs <= HEALTHY_AFTER_MS && unreadySinceMs - createdAtMs <= FIRST_CONDITION_MS;
}

/** Returns until when a first pod that starts on a new node is part of the node's join, as long as a start may take
 *  (rule R22). Undefined for a pod that was Ready before or has ended, and for a node older than the revision. */
function joinsUntilMs(pair: Pair, set: SetFacts): number | undefined {
  const [pod, second] = pair.pods;
  if (pair.verdict !== "run" || second !== undefined || !joinedAfterRevision(pair, set)) return undefined;
  if (pod !== undefined && (pod.restarts > 0 || pod.deletingSinceMs !== undefined || wasRefusedByScheduler(pod))) return undefined;
  if (pod?.unreadySinceMs !== undefined && pod.unreadySinceMs - pod.createdAtMs > FIRST_CONDITION_MS) return undefined;
  return (pair.nodeCreatedAtMs ?? 0) + SLOW_START_MS;
}

/** Returns whether the node's lifecycle explains that a wanted pod is not available (rule N3). A pod that fails is not
 *  explained by a node that joins or is NotReady: it can be the reason for both. */
function lifecycleTally(pair: Pair, set: SetFacts, cell: CellByte, nowMs: number): number {
  const { verdict, lifecycle, nodeUnready, pods } = pair;
  const [first] = pods;
  if (verdict !== "run" || (first !== undefined && isAvailable(first, set.minReadySeconds, nowMs))) return 0;
  if (isEnding(lifecycle) || isLeavingCell(cell)) return TALLY.byNode | TALLY.byLeavingNode;
  if (cellState(cell) === "failing") return 0;
  const isJoining = lifecycle.kind === "joining" || (lifecycle.kind === "ready" && nowMs < (joinsUntilMs(pair, set) ?? nowMs));
  if (isJoining) return TALLY.byNode | TALLY.byJoiningNode;
  return nodeUnready ? TALLY.byNode : 0;
}

function inferredTally(pair: Pair, set: SetFacts, cell: CellByte, unit: BudgetSlot | undefined, nowMs: number): number {
  const { verdict, pods, nodeUnready } = pair;
  let tally = 0;
  if (verdict === "keep" && pods.length > 0) tally |= nodeUnready ? TALLY.kept | TALLY.keptUnready : TALLY.kept;
  if (verdict === "run" && pods.length > 0 && hasFlag(cell, "oldRevision")) {
    tally |= TALLY.outdated;
    if (!hasFlag(cell, "terminating")) tally |= unit === undefined ? TALLY.toDelete | TALLY.queued : TALLY.toDelete;
  }
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const isLeaving = isEnding(pair.lifecycle);
  tally |= lifecycleTally(pair, set, cell, nowMs);
  let hasNewPod = false;
  for (const pod of pods) {
    if (!isUpdated(pod, current)) continue;
    hasNewPod = true;
    tally |= TALLY.current;
    if (isAvailable(pod, set.minReadySeconds, nowMs)) tally |= TALLY.well;
    const hasFailed = isFailing(pod, nowMs) || wasRefusedByScheduler(pod) || isStuckAtStart(pod, pair, nowMs);
    if (hasFailed && !isLeaving && pod.deletingSinceMs === undefined && !wasHealthyBefore(pod)) tally |= TALLY.unsettled;
  }
  const [first] = pods;
  if (nodeUnready && first !== undefined) {
    const isFirstUpdated = isUpdated(first, current);
    tally |= isFirstUpdated ? TALLY.unreadyCurrent : TALLY.unreadyOld;
    if (isFirstUpdated && !isAvailable(first, set.minReadySeconds, nowMs)) tally |= TALLY.unreadyDown;
    if (pair.nodeSilent === true) tally |= TALLY.silent;
  }
  if (first !== undefined && isUpdated(first, current) && hasNeverBeenReady(first, set)) tally |= TALLY.neverReady;
  if (pods.length === 0 || isLeaving || joinedAfterRevision(pair, set)) return tally;
  if (nodeUnready && brokenSinceMs(pair, set) === undefined)
    return tally | (wasUnhealthyBefore(pair, set) ? TALLY.sickBefore : TALLY.sickWithout | TALLY.unreached);
  return tally | (hasNewPod ? TALLY.reached : TALLY.unreached);
}

/** Assesses a pair of a DaemonSet that is being deleted. Nothing is wanted there. Its pods, which the garbage collector
 *  deletes, keep their state (rule R30). */
function assessDeleted(pair: Pair, set: SetFacts, nowMs: number): PairAssessment {
  const [first] = pair.pods;
  return {
    cell: cellOfPair(first === undefined ? { ...pair, verdict: "exclude" } : { ...pair, verdict: "run" }, set, nowMs),
    tally: 0,
    unit: undefined,
    cause: undefined,
    readying: NONE,
    fellSinceMs: undefined,
    passedOverSinceMs: undefined,
    wakeAtMs: undefined,
    progressAtMs: 0,
    hash: first?.hash,
  };
}

/** Returns the earlier of two times at which time alone changes a pair. A past time changes nothing any more. */
const earlierWakeMs = (wakeAtMs: number | undefined, atMs: number | undefined, nowMs: number): number | undefined =>
  atMs === undefined || atMs <= nowMs ? wakeAtMs : Math.min(wakeAtMs ?? Number.POSITIVE_INFINITY, atMs);

/** Assesses one pair. `exists` is false for a node that is gone while its pods remain. Such a node has no cell and
 *  counts only as `stray` (C8), but uses a budget slot (B3). */
export function assessPair(pair: Pair, set: SetFacts, exists: boolean, surging: boolean, nowMs: number): PairAssessment {
  if (exists && set.isBeingDeleted === true) return assessDeleted(pair, set, nowMs);
  const unit = budgetSlotOf(pair, set, surging, nowMs);
  let wakeAtMs = unit?.lastsFromMs;
  let progressAtMs = 0;
  let readying: BecomingAvailable[] | undefined;
  for (const pod of pair.pods) {
    const at = availableAtMs(pod, set.minReadySeconds);
    if (at !== undefined && at > nowMs) {
      wakeAtMs = wakeAtMs === undefined || at < wakeAtMs ? at : wakeAtMs;
      if (exists && set.minReadySeconds > 0 && pod.readySinceMs !== undefined) {
        readying ??= [];
        readying.push({ node: pair.node, readyAtMs: pod.readySinceMs, availableAtMs: at });
      }
    }
    wakeAtMs = earlierWakeMs(wakeAtMs, pod.overcomeAtMs, nowMs);
    wakeAtMs = earlierWakeMs(wakeAtMs, stuckFromMs(pod, pair), nowMs);
    wakeAtMs = earlierWakeMs(wakeAtMs, finalizerHoldsFromMs(pod), nowMs);
    // A pod with a problem makes no progress. After a single crash it is not known yet whether a container fails.
    if (pod.reason !== undefined && !(pod.scheduled && pod.passing)) continue;
    // A crash loop makes a pod ready for a moment again and again, which is no progress. The creation of a pod that
    // replaces a failed one is no progress either. From `MIN_LOOP_REJECTIONS` failures on, its readiness is none.
    const createdAtMs = pair.rejections === undefined ? pod.createdAtMs : 0;
    const isSteady = pod.restarts === 0 && (pair.rejections?.count ?? 0) < MIN_LOOP_REJECTIONS;
    progressAtMs = Math.max(progressAtMs, createdAtMs, isSteady ? (pod.readySinceMs ?? 0) : 0);
  }
  if (!exists) {
    const tally = pair.pods.length > 0 ? TALLY.stray : 0;
    const nothing = { cause: undefined, fellSinceMs: undefined, passedOverSinceMs: undefined, hash: undefined };
    return { ...nothing, cell: 0, tally, unit, readying: NONE, wakeAtMs, progressAtMs: 0 };
  }
  wakeAtMs = earlierWakeMs(wakeAtMs, joinsUntilMs(pair, set), nowMs);
  const cell = cellOfPair(pair, set, nowMs);
  if (cellState(cell) === "misscheduled") wakeAtMs = earlierWakeMs(wakeAtMs, nodeLagsUntilMs(pair), nowMs);
  return {
    cell,
    tally: statusTally(pair, set, nowMs) | inferredTally(pair, set, cell, unit, nowMs),
    unit,
    cause: causeOf(pair, cell, set, nowMs),
    readying: readying ?? NONE,
    fellSinceMs: brokenSinceMs(pair, set),
    passedOverSinceMs: skippedSinceMs(pair, set, surging, nowMs),
    wakeAtMs,
    progressAtMs,
    hash: pair.pods[0]?.hash,
  };
}
