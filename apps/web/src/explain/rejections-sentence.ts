import type { Rejections } from "@daemonscope/daemonset/memory/rejections";
import { humanDuration } from "@daemonscope/kube/human-duration";

/** That pods of a pair fail one after the other, and when the controller tries again. */
export function rejectionsSentence({ count, atLeast, reason, firstAtMs, nextTryAtMs }: Rejections, nowMs: number): string {
  const pods = count === 1 ? "One pod failed here" : `${atLeast ? "At least " : ""}${count} pods failed here, one after the other`;
  const next =
    nextTryAtMs === undefined || nextTryAtMs <= nowMs
      ? "The controller deletes a failed pod and makes a new one."
      : `The controller waits longer each time; it deletes the next failed one in ${humanDuration(nextTryAtMs - nowMs)} at the earliest.`;
  return `${pods}, since ${humanDuration(nowMs - firstAtMs)} ago: ${reason}. ${next}`;
}
