import type { Timers } from "../clock.ts";

/** On a machine that others use too a turn lasts at most so many times as long as it has of the processor: who waits for the thread waits on the clock. */
const MOST_TIMES = 4;

/** Begins a turn of so long of the processor: the answer says whether it is over. By the clock alone a process that gets a tenth of a processor would get a tenth done in each turn, and all that it hears meanwhile,
 *  which comes as fast as ever, would have the rest. */
export function beginTurn(timers: Pick<Timers, "elapsedMs" | "usedMs">, ms: number): () => boolean {
  const beganMs = timers.elapsedMs();
  const usedBeforeMs = timers.usedMs?.();
  return () => {
    const lastedMs = timers.elapsedMs() - beganMs;
    if (lastedMs <= ms || usedBeforeMs === undefined) return lastedMs > ms;
    return lastedMs > ms * MOST_TIMES || (timers.usedMs?.() ?? 0) - usedBeforeMs > ms;
  };
}
