import type { Pair, SetFacts } from "../pair/pair.ts";
import { LOOP_FROM } from "../pair/rejections.ts";
import { lostAtMs } from "../pair/sick-node.ts";
import { availableAtMs, isAvailable, isHeldForGood, isUpdated, type PodFacts, unavailableSinceMs } from "../pods/pod-facts.ts";
import type { HolderReason } from "../records/budget.ts";
import type { CauseFact } from "../records/cause-fact.ts";

/** One place of the budget that a node uses, and why. */
export interface BudgetUnit {
  readonly reason: HolderReason;
  readonly cause: CauseFact;
  /** The pod that uses it; absent when none is there, or too many are. */
  readonly pod?: string;
  readonly sinceMs: number | undefined;
  readonly endsAtMs?: number;
  /** Waiting alone does not end it. */
  readonly lasting: boolean;
  /** When it is taken to last, if nothing happens before; absent where time does not tell. */
  readonly lastsFromMs?: number;
}

/** Why a pod that lives is not available. */
export function unavailableCause(pod: PodFacts, pair: Pair): CauseFact {
  if (pod.reason !== undefined) return pod.reason;
  if (!pod.scheduled) return { kind: "awaitsScheduler" };
  if (pair.nodeUnready) return { kind: "nodeNotReady" };
  if (pod.ready) return { kind: "readyNotAvailable" };
  return { kind: pod.phase === "Running" ? "runningNotReady" : "starting" };
}

/** What a NotReady node holds lasts when it is taken not to come back. */
function sickNodeLasts(pair: Pair, nowMs: number): Pick<BudgetUnit, "lasting" | "lastsFromMs"> {
  const at = lostAtMs(pair);
  if (at === undefined) return { lasting: false };
  return at <= nowMs ? { lasting: true } : { lasting: false, lastsFromMs: at };
}

function unavailableUnit(reason: HolderReason, pod: PodFacts, pair: Pair, set: SetFacts, nowMs: number): BudgetUnit {
  // The controller deletes an old pod that is not available: it does not wait for minReadySeconds.
  const endsAtMs = reason === "oldUnavailable" ? undefined : availableAtMs(pod, set.minReadySeconds);
  const bySickNode = pod.reason === undefined && pod.scheduled && pair.nodeUnready;
  const unit: BudgetUnit = {
    reason,
    cause: unavailableCause(pod, pair),
    pod: pod.name,
    sinceMs: (bySickNode ? pair.nodeReadySinceMs : undefined) ?? unavailableSinceMs(pod),
    ...(bySickNode && !pod.ready ? sickNodeLasts(pair, nowMs) : { lasting: isHeldForGood(pod, nowMs) }),
  };
  return endsAtMs === undefined ? unit : { ...unit, endsAtMs };
}

const NO_PODS: readonly PodFacts[] = [];

/** *Invariant* of both branches: only pods without a deletionTimestamp are new or old; two of a kind make the node "not ok". */
function livePods(
  pair: Pair,
  set: SetFacts,
): { readonly fresh: readonly PodFacts[]; readonly old: readonly PodFacts[]; readonly terminating: PodFacts | undefined } {
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const [only] = pair.pods;
  // Nearly all nodes have one pod that stays: nothing is listed anew for them.
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

const extraPods: BudgetUnit = { reason: "extraPods", cause: { kind: "extraPods" }, sinceMs: undefined, lasting: false };

/** Source: pkg/controller/daemon/update.go, rollingUpdate, branch maxSurge == 0 (rules B3, B4). */
function unavailableUnitOf(pair: Pair, set: SetFacts, nowMs: number): BudgetUnit | undefined {
  const { fresh, old, terminating } = livePods(pair, set);
  if (fresh.length > 1 || old.length > 1) return extraPods;
  const newPod = fresh[0];
  const oldPod = old[0];
  if (newPod !== undefined && oldPod !== undefined)
    return { reason: "twoPods", cause: { kind: "twoPods" }, pod: newPod.name, sinceMs: newPod.createdAtMs, lasting: false };
  if (newPod !== undefined)
    return isAvailable(newPod, set.minReadySeconds, nowMs) ? undefined : unavailableUnit("newUnavailable", newPod, pair, set, nowMs);
  if (oldPod !== undefined)
    return isAvailable(oldPod, set.minReadySeconds, nowMs) ? undefined : unavailableUnit("oldUnavailable", oldPod, pair, set, nowMs);
  if (terminating === undefined) return { reason: "noPod", cause: { kind: "noPodYet" }, sinceMs: pair.missingSinceMs, lasting: false };
  const unit: BudgetUnit = {
    reason: "terminating",
    cause: { kind: pair.nodeUnready ? "terminatingOnNotReady" : "terminating" },
    pod: terminating.name,
    sinceMs: terminating.deletingSinceMs,
    ...(pair.nodeUnready ? sickNodeLasts(pair, nowMs) : { lasting: false }),
  };
  return pair.nodeUnready || terminating.goneByMs === undefined ? unit : { ...unit, endsAtMs: terminating.goneByMs };
}

/** Source: the same, branch maxSurge > 0 (rule B5). */
function surgeUnitOf(pair: Pair, set: SetFacts, nowMs: number): BudgetUnit | undefined {
  const { fresh, old } = livePods(pair, set);
  if (fresh.length > 1 || old.length > 1) return extraPods;
  const newPod = fresh[0];
  if (newPod === undefined || old.length === 0 || isAvailable(newPod, set.minReadySeconds, nowMs)) return undefined;
  return unavailableUnit("twoPods", newPod, pair, set, nowMs);
}

/** Since when the old pod of a surge may go and does not: its new one is available, and nobody deletes it (rule R26). Undefined otherwise.
 *  Source: pkg/controller/daemon/update.go, rollingUpdate, branch maxSurge > 0: "we're available, delete the old pod". */
export function passedOverSinceMs(pair: Pair, set: SetFacts, surging: boolean, nowMs: number): number | undefined {
  if (!surging || set.minReadySeconds === 0) return undefined;
  const { fresh, old } = livePods(pair, set);
  const [newPod] = fresh;
  if (newPod === undefined || fresh.length > 1 || old.length !== 1 || !isAvailable(newPod, set.minReadySeconds, nowMs)) return undefined;
  return availableAtMs(newPod, set.minReadySeconds);
}

/** The place that a node uses, or undefined; a node where no pod is wanted and none is has none.
 *  A node that is gone and still has claimed pods uses one like any other: the controller counts it (B3). */
export function budgetUnitOf(pair: Pair, set: SetFacts, surging: boolean, nowMs: number): BudgetUnit | undefined {
  if (pair.verdict !== "run" && pair.pods.length === 0) return undefined;
  const unit = surging ? surgeUnitOf(pair, set, nowMs) : unavailableUnitOf(pair, set, nowMs);
  const { rejections } = pair;
  // A pod that is rejected, deleted and made again is at times not there, at times starting: what holds the place is the loop.
  if (unit === undefined || rejections === undefined || rejections.count < LOOP_FROM) return unit;
  const { endsAtMs: _, lastsFromMs: __, ...rest } = unit;
  return { ...rest, cause: { kind: "loop", reason: rejections.reason }, sinceMs: rejections.firstAtMs, lasting: true };
}

/** The place as it is where the new revision may have broken the node: that is not waited out (rule B7). */
export function brokenUnit(unit: BudgetUnit): BudgetUnit {
  const { lastsFromMs, ...rest } = unit;
  return lastsFromMs === undefined ? unit : { ...rest, lasting: true };
}
