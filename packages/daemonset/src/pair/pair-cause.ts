import { needsPerson, SLOW_START_MS } from "../causes/cause-row.ts";
import { CAUSES } from "../causes/causes.ts";
import { causeOfCreateError, causeOfPod, causeOfRejection, type FoundCause } from "../causes/classify.ts";
import { type PodFacts, unavailableSinceMs } from "../pods/pod-facts.ts";
import type { CauseDetail, CauseFact } from "../records/cause-fact.ts";
import { isSameCause } from "../records/cause-key.ts";
import { isEnding, signsOfLifecycle } from "../records/node-lifecycle.ts";
import type { Pair, SetFacts } from "./pair.ts";
import { MIN_LOOP_REJECTIONS, type Rejections } from "./rejections.ts";

/** The taint of NotReady is removed within this time after the node became Ready: its controller checks each 5 seconds.
 *  The watch of pods can be this far ahead of the watch of nodes. */
const NODE_LAG_MS = 10_000;

/** Returns the time until which a pod may be misscheduled only because the node is about to change: a Ready node still
 *  has the taint of NotReady, or the controller has just created the pod. */
export function nodeLagsUntilMs({ nodeUnready, lifecycle, nodeReadySinceMs = 0, pods }: Pair): number {
  const readySinceMs = !nodeUnready && lifecycle.kind === "notReady" ? nodeReadySinceMs : 0;
  return Math.max(readySinceMs, pods[0]?.createdAtMs ?? 0) + NODE_LAG_MS;
}

/** Reports whether the node is about to change. A time in the future is not believed. */
export function isNodeLagging(pair: Pair, nowMs: number): boolean {
  const leftMs = nodeLagsUntilMs(pair) - nowMs;
  return leftMs > 0 && leftMs <= 2 * NODE_LAG_MS;
}

/** Returns why a live pod is not available: what the API says, otherwise its state. */
export function unavailableCause(pod: PodFacts, pair: Pair): FoundCause {
  const found = causeOfPod(pod, pair);
  if (found !== undefined && (pod.reason !== undefined || !pair.nodeUnready)) return found;
  return { cause: { kind: stateOf(pod, pair) }, detail: {} };
}

/** Returns since when a starting pod is not Ready. Without restarts that is the time in its condition, because the pod
 *  may have been Ready before. */
export function startingFromMs(pod: PodFacts): number {
  return pod.restarts === 0 ? (pod.unreadySinceMs ?? pod.createdAtMs) : unavailableSinceMs(pod);
}

/** Returns the time from which waiting does not make a pod Ready, from the row of its cause (rule K6). Undefined for a
 *  pod that is Ready, is being deleted or reports a reason, and for a cause that ends by itself. Such a pod reports no
 *  reason: its events or its Ready condition say why. */
export function stuckFromMs(pod: PodFacts, pair: Pair): number | undefined {
  if (pod.ready || pod.reason !== undefined || pod.deletingSinceMs !== undefined) return undefined;
  const { normalFor, endsBy } = CAUSES[unavailableCause(pod, pair).cause.kind];
  if (normalFor === "lasting") return 0;
  return normalFor === "slow" && needsPerson(endsBy) ? startingFromMs(pod) + SLOW_START_MS : undefined;
}

/** Reports whether a pod that is not Ready has a cause that waiting does not end. */
export function isStuckAtStart(pod: PodFacts, pair: Pair, nowMs: number): boolean {
  const fromMs = stuckFromMs(pod, pair);
  return fromMs !== undefined && fromMs <= nowMs;
}

/** The reason is the kubelet's word for the pods that it rejects. */
export const SHUTDOWN_CAUSE: CauseFact = { kind: "nodeShutdown", reason: "NodeShutdown" };

/** Returns why a pod on a node that is on its way out is not available; undefined for any other node. */
export function endingCause({ lifecycle }: Pick<Pair, "lifecycle">): CauseFact | undefined {
  if (!isEnding(lifecycle)) return undefined;
  if (lifecycle.kind === "shuttingDown") return SHUTDOWN_CAUSE;
  const [first] = signsOfLifecycle(lifecycle);
  return first === undefined ? { kind: "nodeLeaving" } : { kind: "nodeLeaving", subject: first.key };
}

function stateOf(pod: PodFacts, pair: Pair) {
  if (!pod.scheduled) return "awaitsScheduler";
  if (pair.lifecycle.kind === "gone") return "nodeGone";
  if (pair.nodeUnready) return "nodeNotReady";
  if (pod.ready) return "readyNotAvailable";
  return pod.phase === "Running" ? "runningNotReady" : "starting";
}

/** Returns the end of the grace period of a terminating pod with a finalizer; undefined for any other pod. After that
 *  the API keeps the pod until the owner of the finalizer removes it. */
export const finalizerHoldsFromMs = ({ finalizers, goneByMs }: PodFacts): number | undefined =>
  finalizers === undefined || finalizers.length === 0 ? undefined : goneByMs;

/** Returns why a terminating pod still exists. Until the end of its grace period only the kubelet of its node can end
 *  it. On a node that is gone, pod garbage collection takes the kubelet's place. */
export function terminatingCause(pod: PodFacts, { lifecycle, nodeUnready, nodeSilent }: Pair, nowMs: number): CauseFact {
  const isGone = lifecycle.kind === "gone";
  const [finalizer] = pod.finalizers ?? [];
  const heldFromMs = finalizerHoldsFromMs(pod);
  const isHeld = heldFromMs !== undefined && heldFromMs <= nowMs;
  if (finalizer !== undefined && isHeld && (isGone || !nodeUnready)) return { kind: "podFinalizer", subject: finalizer };
  if (isGone) return { kind: "nodeGone" };
  if (!nodeUnready) return { kind: pod.hasTaintedDevice ? "deviceTaint" : "terminating" };
  return { kind: nodeSilent === true ? "kubeletSilent" : "terminatingOnNotReady" };
}

/** Returns why a wanted pod does not exist. `state`: the cause if nothing refused to create it. */
export function missingCause({ createError }: SetFacts, state: "noPod" | "noPodYet"): FoundCause {
  return createError === undefined ? { cause: { kind: state }, detail: {} } : causeOfCreateError(createError);
}

/** Returns why pods of a node fail again and again. `pod`: the present one, if it says more than the last failure. */
export function loopCause({ count, atLeast, reason, lastAtMs }: Rejections, pod: PodFacts | undefined, pair: Pair): FoundCause {
  const detail = { failures: count, ...(atLeast ? { atLeast } : {}), lastAtMs };
  const found = pod === undefined || pod.reason === undefined ? undefined : causeOfPod(pod, pair);
  if (found !== undefined && found.cause.reason === reason) {
    // The loop counts pods. The number of an event is about one of them.
    const { count: _, atLeast: __, ...known } = found.detail;
    return { cause: found.cause, detail: { ...known, ...detail } };
  }
  return { cause: causeOfRejection(reason, undefined, pair), detail };
}

/** Returns what is known about a cause on the node of this pair; undefined if nothing is, or if another cause replaced
 *  it. */
export function detailOf(pair: Pair, set: SetFacts, cause: CauseFact): CauseDetail | undefined {
  const { rejections, pods } = pair;
  const found: FoundCause[] = [];
  if (rejections !== undefined && rejections.count >= MIN_LOOP_REJECTIONS) found.push(loopCause(rejections, pods[0], pair));
  for (const pod of pods) found.push(unavailableCause(pod, pair));
  if (pods.length === 0) found.push(missingCause(set, "noPod"));
  const detail = found.find((each) => isSameCause(each.cause, cause))?.detail;
  return detail === undefined || Object.keys(detail).length === 0 ? undefined : detail;
}
