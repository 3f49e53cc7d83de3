import { CAUSES } from "../causes/causes.ts";
import { causeOfCreateError, causeOfPod, causeOfRejection, type FoundCause } from "../causes/classify.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { CauseDetail, CauseFact } from "../records/cause-fact.ts";
import { isSameCause } from "../records/cause-key.ts";
import type { Pair, SetFacts } from "./pair.ts";
import { MIN_LOOP_REJECTIONS, type Rejections } from "./rejections.ts";

/** Returns why a live pod is not available: what the API says, otherwise its state. */
export function unavailableCause(pod: PodFacts, pair: Pair): FoundCause {
  const found = causeOfPod(pod, pair);
  if (found !== undefined && (pod.reason !== undefined || !pair.nodeUnready)) return found;
  return { cause: { kind: stateOf(pod, pair) }, detail: {} };
}

/** Reports whether a pod that has not started has a cause that waiting does not end. Such a pod reports no reason: its
 *  events say why. */
export function isStuckAtStart(pod: PodFacts, pair: Pair): boolean {
  if (pod.ready || pod.reason !== undefined || pod.deletingSinceMs !== undefined) return false;
  return CAUSES[unavailableCause(pod, pair).cause.kind].normalFor === "lasting";
}

function stateOf(pod: PodFacts, pair: Pair) {
  if (!pod.scheduled) return "awaitsScheduler";
  if (pair.nodeGone === true) return "nodeGone";
  if (pair.nodeUnready) return "nodeNotReady";
  if (pod.ready) return "readyNotAvailable";
  return pod.phase === "Running" ? "runningNotReady" : "starting";
}

/** Returns why a terminating pod still exists. Only the kubelet of its node can end it. */
export function terminatingCause({ nodeGone, nodeUnready, nodeSilent }: Pair): CauseFact {
  if (nodeGone === true) return { kind: "nodeGone" };
  if (!nodeUnready) return { kind: "terminating" };
  return { kind: nodeSilent === true ? "kubeletSilent" : "terminatingOnNotReady" };
}

/** Returns why a wanted pod does not exist. `state`: the cause if nothing refused to create it. */
export function missingCause({ createError }: SetFacts, state: "noPod" | "noPodYet"): FoundCause {
  return createError === undefined ? { cause: { kind: state }, detail: {} } : causeOfCreateError(createError);
}

/** Returns why pods of a node fail again and again. `pod`: the present one, if it says more than the last failure. */
export function loopCause({ count, atLeast, reason, lastAtMs }: Rejections, pod: PodFacts | undefined, pair: Pair): FoundCause {
  const detail = { count, ...(atLeast ? { atLeast } : {}), lastAtMs };
  const found = pod === undefined || pod.reason === undefined ? undefined : causeOfPod(pod, pair);
  if (found !== undefined && found.cause.reason === reason) return { cause: found.cause, detail: { ...found.detail, ...detail } };
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
