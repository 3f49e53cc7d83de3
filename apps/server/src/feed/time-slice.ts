import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

/** Maximum real time of a time slice, as a multiple of its processor time: waiters measure real time. */
const MAX_TIMES = 4;

/** Begins a time slice of `ms` of processor time. The returned function reports whether the slice is over. If real time
 *  counted, as it does without `usedMs`, a tenth of a processor would do a tenth of the work in each slice. */
export function startTimeSlice(timers: Pick<Timers, "elapsedMs" | "usedMs">, ms: number): () => boolean {
  const beganMs = timers.elapsedMs();
  const usedBeforeMs = timers.usedMs?.();
  return () => {
    const lastedMs = timers.elapsedMs() - beganMs;
    if (lastedMs <= ms || usedBeforeMs === undefined) return lastedMs > ms;
    return lastedMs > ms * MAX_TIMES || (timers.usedMs?.() ?? 0) - usedBeforeMs > ms;
  };
}
