import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

/** Maximum real time of a time slice, as a multiple of its processor time: waiters measure real time. */
const MAX_TIMES = 4;

/** Begins a time slice of `ms` of processor time. The returned function reports whether the slice is over. If real time
 *  counted, as it does without `usedMs`, a tenth of a processor would do a tenth of the work in each slice. Reading
 *  processor time takes 4 µs, so it waits for the earliest elapsed time at which the slice can be over. */
export function startTimeSlice(timers: Pick<Timers, "elapsedMs" | "usedMs">, ms: number): () => boolean {
  const beganMs = timers.elapsedMs();
  const usedBeforeMs = timers.usedMs?.();
  let earliestEndMs = ms;
  return () => {
    const lastedMs = timers.elapsedMs() - beganMs;
    if (lastedMs <= earliestEndMs) return false;
    if (usedBeforeMs === undefined || lastedMs > ms * MAX_TIMES) return true;
    const leftMs = ms - ((timers.usedMs?.() ?? 0) - usedBeforeMs);
    earliestEndMs = Math.min(lastedMs + leftMs, ms * MAX_TIMES);
    return leftMs < 0;
  };
}
