import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { PodAnswer } from "./pod-answer.ts";

/** Formats the state of a pod in one phrase, at a cluster time. */
export function podPhrase(pod: PodAnswer, nowMs: number): string {
  const old = pod.updated === false ? ", old revision" : "";
  if (pod.terminatingSinceMs !== undefined)
    return `terminating${pod.goneByMs !== undefined && pod.goneByMs > nowMs ? `, ${Math.ceil((pod.goneByMs - nowMs) / 1000)} s left` : ""}${old}`;
  if (pod.available) return `available${pod.availableAtMs === undefined ? "" : ` for ${humanDuration(nowMs - pod.availableAtMs)}`}${old}`;
  if (pod.ready)
    return pod.availableAtMs === undefined
      ? `ready${old}`
      : `ready, available in ${Math.max(0, Math.ceil((pod.availableAtMs - nowMs) / 1000))} s${old}`;
  if (pod.reason !== undefined) return `${pod.reason}${old}`;
  const step = pod.step === undefined ? "" : `: ${pod.step}`;
  return `${pod.scheduled ? "starting" : "waits for the scheduler"} for ${humanDuration(nowMs - (pod.unavailableSinceMs ?? pod.createdAtMs))}${old}${step}`;
}
