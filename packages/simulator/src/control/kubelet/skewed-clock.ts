import type { StoredObject } from "../../objects/contract.ts";
import { CLOCK_SKEW_ANNOTATION } from "../../objects/simulation-annotations.ts";
import type { Clock } from "../../time-and-chance/clock.ts";
import { annotationOf } from "../objects.ts";
import { durationMs } from "./pod-life.ts";

/** Returns how far a node's clock is ahead of the cluster's, in milliseconds; negative if it is behind. */
function skewMs(node: StoredObject | undefined): number {
  const text = node === undefined ? undefined : annotationOf(node, CLOCK_SKEW_ANNOTATION);
  const behind = text?.startsWith("-") === true;
  return (durationMs(behind ? text.slice(1) : text) ?? 0) * (behind ? -1 : 1);
}

/** Returns the clock as a node reads it. Only its reading is wrong, not its speed. */
export function skewed(clock: Clock, node: StoredObject | undefined): Clock {
  const ms = skewMs(node);
  if (ms === 0) return clock;
  return {
    nowMs: () => clock.nowMs() + ms,
    get rate() {
      return clock.rate;
    },
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
}
