import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { annotationOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { CLOCK_SKEW_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { durationMs } from "./duration.ts";

/** Returns how far a node's clock is ahead of the cluster's, in milliseconds. It is negative if it is behind. */
function skewMs(node: StoredObject | undefined): number {
  const text = node === undefined ? undefined : annotationOf(node, CLOCK_SKEW_ANNOTATION);
  const behind = text?.startsWith("-") === true;
  return (durationMs(behind ? text.slice(1) : text) ?? 0) * (behind ? -1 : 1);
}

/** Returns the clock of a node. Its time may be wrong, but not its speed. */
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
