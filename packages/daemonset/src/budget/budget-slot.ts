import { SLOW_START_MS } from "../causes/cause-row.ts";
import type { Pair, SetFacts } from "../pair/pair.ts";
import {
  endingCause,
  finalizerHoldsFromMs,
  loopCause,
  missingCause,
  stuckFromMs,
  terminatingCause,
  unavailableCause,
} from "../pair/pair-cause.ts";
import { MIN_LOOP_REJECTIONS } from "../pair/rejections.ts";
import { lostAtMs } from "../pair/unhealthy-node.ts";
import { availableAtMs, isAvailable, isPermanentlyHeld, isUpdated, type PodFacts, unavailableSinceMs } from "../pods/pod-facts.ts";
import type { HolderReason } from "../records/budget.ts";
import type { CauseFact } from "../records/cause-fact.ts";

/** One budget slot that a node uses, and the reason. */
export interface BudgetSlot {
  readonly reason: HolderReason;
  readonly cause: CauseFact;
  /** The pod that uses the slot. Absent if no pod exists, or if two new or two old pods exist. */
  readonly pod?: string;
  readonly sinceMs: number | undefined;
  /** Time at which the new pod becomes available, or the grace period of the terminating one ends. Absent if
   *  unknown. */
  readonly endsAtMs?: number;
  /** The slot does not become free by waiting alone. */
  readonly lasting: boolean;
  /** Time from which the slot counts as lasting if nothing happens before. Absent if time does not decide that. */
  readonly lastsFromMs?: number;
}

type Lasting = Pick<BudgetSlot, "lasting" | "lastsFromMs">;

/** A slot that counts as lasting from a time on; undefined: time does not decide that. */
function lastingFrom(atMs: number | undefined, nowMs: number): Lasting {
  if (atMs === undefined) return { lasting: false };
  return atMs <= nowMs ? { lasting: true } : { lasting: false, lastsFromMs: atMs };
}

/** A slot of a NotReady node counts as lasting once the node is assumed not to return. */
const lastingOnNotReadyNode = (pair: Pair, nowMs: number): Lasting => lastingFrom(lostAtMs(pair), nowMs);

/** A pod that a finalizer holds counts as lasting some time after its grace period. */
function lastingAtEnd(pod: PodFacts, pair: Pair, nowMs: number): Lasting {
  const heldFromMs = finalizerHoldsFromMs(pod);
  if (heldFromMs !== undefined && (pair.lifecycle.kind === "gone" || !pair.nodeUnready))
    return lastingFrom(heldFromMs + SLOW_START_MS, nowMs);
  return pair.nodeUnready ? lastingOnNotReadyNode(pair, nowMs) : { lasting: false };
}

function unavailableSlot(reason: HolderReason, pod: PodFacts, pair: Pair, set: SetFacts, nowMs: number): BudgetSlot {
  // The controller deletes an unavailable old pod without waiting for minReadySeconds.
  const endsAtMs = reason === "oldUnavailable" ? undefined : availableAtMs(pod, set.minReadySeconds);
  const isDueToNotReadyNode = pod.reason === undefined && pod.scheduled && pair.nodeUnready;
  // Only pod garbage collection ends the pod, and its own problem has no node any more.
  const cause: CauseFact = pod.scheduled && pair.lifecycle.kind === "gone" ? { kind: "nodeGone" } : unavailableCause(pod, pair).cause;
  const slot: BudgetSlot = {
    reason,
    cause,
    pod: pod.name,
    sinceMs: (isDueToNotReadyNode ? pair.nodeReadySinceMs : undefined) ?? unavailableSinceMs(pod),
    ...(isDueToNotReadyNode && !pod.ready
      ? lastingOnNotReadyNode(pair, nowMs)
      : isPermanentlyHeld(pod, nowMs) && cause.kind !== "portEnding"
        ? { lasting: true }
        : lastingFrom(stuckFromMs(pod, pair), nowMs)),
  };
  return endsAtMs === undefined ? slot : { ...slot, endsAtMs };
}

const NO_PODS: readonly PodFacts[] = [];

/** Sorts the pods of a node into new, old and terminating. *Invariant* of both branches: only pods without a
 *  deletionTimestamp are new or old. Two of one kind make the node "not ok". */
function livePods(
  pair: Pair,
  set: SetFacts,
): { readonly fresh: readonly PodFacts[]; readonly old: readonly PodFacts[]; readonly terminating: PodFacts | undefined } {
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const [only] = pair.pods;
  // Nearly all nodes have one pod, not being deleted: no list is built for them.
  if (only !== undefined && pair.pods.length === 1 && only.deletingSinceMs === undefined) {
    const isFresh = isUpdated(only, current);
    return { fresh: isFresh ? pair.pods : NO_PODS, old: isFresh ? NO_PODS : pair.pods, terminating: undefined };
  }
  const live = pair.pods.filter((pod) => pod.deletingSinceMs === undefined);
  return {
    fresh: live.filter((pod) => isUpdated(pod, current)),
    old: live.filter((pod) => !isUpdated(pod, current)),
    terminating: pair.pods.find((pod) => pod.deletingSinceMs !== undefined),
  };
}

/** A pod that the API server refuses to create stays missing until someone acts. */
function missingSlot({ missingSinceMs }: Pair, set: SetFacts): BudgetSlot {
  const { cause } = missingCause(set, "noPodYet");
  const { createError } = set;
  if (createError === undefined) return { reason: "noPod", cause, sinceMs: missingSinceMs, lasting: false };
  return { reason: "noPod", cause, sinceMs: Math.min(missingSinceMs ?? createError.firstAtMs, createError.firstAtMs), lasting: true };
}

const extraPods: BudgetSlot = { reason: "extraPods", cause: { kind: "extraPods" }, sinceMs: undefined, lasting: false };

/** Source: pkg/controller/daemon/update.go, rollingUpdate, branch maxSurge == 0 (rules B3, B4). */
function deleteFirstSlot(pair: Pair, set: SetFacts, nowMs: number): BudgetSlot | undefined {
  const { fresh, old, terminating } = livePods(pair, set);
  if (fresh.length > 1 || old.length > 1) return extraPods;
  const newPod = fresh[0];
  const oldPod = old[0];
  if (newPod !== undefined && oldPod !== undefined)
    return { reason: "twoPods", cause: { kind: "twoPods" }, pod: newPod.name, sinceMs: newPod.createdAtMs, lasting: false };
  if (newPod !== undefined)
    return isAvailable(newPod, set.minReadySeconds, nowMs) ? undefined : unavailableSlot("newUnavailable", newPod, pair, set, nowMs);
  if (oldPod !== undefined)
    return isAvailable(oldPod, set.minReadySeconds, nowMs) ? undefined : unavailableSlot("oldUnavailable", oldPod, pair, set, nowMs);
  if (terminating === undefined) return missingSlot(pair, set);
  const slot: BudgetSlot = {
    reason: "terminating",
    cause: terminatingCause(terminating, pair, nowMs),
    pod: terminating.name,
    sinceMs: terminating.deletingSinceMs,
    ...lastingAtEnd(terminating, pair, nowMs),
  };
  return pair.nodeUnready || terminating.goneByMs === undefined ? slot : { ...slot, endsAtMs: terminating.goneByMs };
}

/** Source: pkg/controller/daemon/update.go, rollingUpdate, branch maxSurge > 0 (rule B5). */
function surgeSlot(pair: Pair, set: SetFacts, nowMs: number): BudgetSlot | undefined {
  const { fresh, old } = livePods(pair, set);
  if (fresh.length > 1 || old.length > 1) return extraPods;
  const newPod = fresh[0];
  if (newPod === undefined || old.length === 0 || isAvailable(newPod, set.minReadySeconds, nowMs)) return undefined;
  return unavailableSlot("twoPods", newPod, pair, set, nowMs);
}

/** Returns the time since which a surge has an available new pod and still its old one (rule R26). Undefined
 *  otherwise, and if minReadySeconds is 0.
 *  Source: pkg/controller/daemon/update.go, rollingUpdate, branch maxSurge > 0: "we're available, delete the old
 *  pod". */
export function skippedSinceMs(pair: Pair, set: SetFacts, surging: boolean, nowMs: number): number | undefined {
  if (!surging || set.minReadySeconds === 0) return undefined;
  const { fresh, old } = livePods(pair, set);
  const [newPod] = fresh;
  if (newPod === undefined || fresh.length > 1 || old.length !== 1 || !isAvailable(newPod, set.minReadySeconds, nowMs)) return undefined;
  return availableAtMs(newPod, set.minReadySeconds);
}

/** Returns the budget slot that a node uses, or undefined. A node that wants no pod and has none uses no slot.
 *  A deleted node that still has claimed pods uses one like any other, because the controller counts it (B3). A slot
 *  of a node that is on its way out ends with the node (N2). */
export function budgetSlotOf(pair: Pair, set: SetFacts, surging: boolean, nowMs: number): BudgetSlot | undefined {
  if (pair.verdict !== "run" && pair.pods.length === 0) return undefined;
  const slot = surging ? surgeSlot(pair, set, nowMs) : deleteFirstSlot(pair, set, nowMs);
  const cause = endingCause(pair);
  if (slot !== undefined && cause !== undefined) {
    const { lastsFromMs: _, ...rest } = slot;
    // Its pods are rejected and created again. The node's condition has the age of its end.
    const sinceMs = pair.nodeUnready ? (pair.nodeReadySinceMs ?? slot.sinceMs) : slot.sinceMs;
    return { ...rest, cause, sinceMs, lasting: false };
  }
  const { rejections } = pair;
  // A pod that is rejected, deleted and created again is at times missing, at times starting. The loop is what uses the
  // slot.
  if (slot === undefined || rejections === undefined || rejections.count < MIN_LOOP_REJECTIONS) return slot;
  const { endsAtMs: _, lastsFromMs: __, ...rest } = slot;
  const { cause: looping } = loopCause(rejections, pair.pods[0], pair);
  const sinceMs = rejections.firstAtMs;
  const lasting = looping.kind === "nodeShutdown" ? lastingFrom(sinceMs + SLOW_START_MS, nowMs) : { lasting: true };
  return { ...rest, cause: looping, sinceMs, ...lasting };
}

/** Returns the slot for a node that the new revision may have broken. If it would count as lasting later, it does at
 *  once (rule B7). */
export function brokenSlot(slot: BudgetSlot): BudgetSlot {
  const { lastsFromMs, ...rest } = slot;
  return lastsFromMs === undefined ? slot : { ...rest, lasting: true };
}
