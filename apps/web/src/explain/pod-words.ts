import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { Rejections } from "@daemonscope/daemonset/memory/rejections";
import { humanDuration } from "@daemonscope/kube/human-duration";

/** What a pod is doing, in one phrase at a cluster time. */
export function podPhrase(pod: PodAnswer, nowMs: number): string {
  const old = pod.updated ? "" : ", old revision";
  if (pod.terminatingSinceMs !== undefined)
    return `terminating${pod.goneByMs !== undefined && pod.goneByMs > nowMs ? `, ${Math.ceil((pod.goneByMs - nowMs) / 1000)} s left` : ""}${old}`;
  if (pod.available) return `available${pod.readySinceMs === undefined ? "" : ` for ${humanDuration(nowMs - pod.readySinceMs)}`}${old}`;
  if (pod.ready)
    return pod.availableAtMs === undefined
      ? `ready${old}`
      : `ready, available in ${Math.max(0, Math.ceil((pod.availableAtMs - nowMs) / 1000))} s${old}`;
  if (pod.reason !== undefined) return `${pod.reason}${old}`;
  const step = pod.step === undefined ? "" : `: ${pod.step}`;
  return `${pod.scheduled ? "starting" : "waits for the scheduler"} for ${humanDuration(nowMs - pod.createdAtMs)}${old}${step}`;
}

/** That pods of a pair fail one after the other, and when the controller tries again. */
export function rejectionsSentence({ count, atLeast, reason, firstAtMs, nextTryAtMs }: Rejections, nowMs: number): string {
  const pods = count === 1 ? "One pod failed here" : `${atLeast ? "At least " : ""}${count} pods failed here, one after the other`;
  const next =
    nextTryAtMs === undefined || nextTryAtMs <= nowMs
      ? "The controller deletes a failed pod and makes a new one."
      : `The controller waits longer each time; it deletes the next failed one in ${humanDuration(nextTryAtMs - nowMs)} at the earliest.`;
  return `${pods}, since ${humanDuration(nowMs - firstAtMs)} ago: ${reason}. ${next}`;
}
