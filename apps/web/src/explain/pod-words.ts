import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
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
  return `${pod.scheduled ? "starting" : "waits for the scheduler"} for ${humanDuration(nowMs - pod.createdAtMs)}${old}`;
}
