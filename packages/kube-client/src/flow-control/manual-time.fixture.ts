import type { ClusterClock, Timers } from "./clock.ts";

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * Time that a test advances: timers for frame pacing, and on the same scale a cluster clock that starts at `startMs`.
 */
export function manualTime(startMs = 1_000_000) {
  let elapsed = 0;
  let used = 0;
  let order = 0;
  const due = new Set<Due>();
  const after = (delayMs: number, callback: () => void) => {
    const entry = { atMs: elapsed + Math.max(0, delayMs), order: order++, callback };
    due.add(entry);
    return { cancel: () => void due.delete(entry) };
  };
  const timers: Timers = { elapsedMs: () => elapsed, usedMs: () => used, after, soon: (callback) => after(0, callback) };
  const clock: ClusterClock = { nowMs: () => startMs + elapsed, rate: 1, after };
  return {
    timers,
    clock,
    nowMs: () => startMs + elapsed,
    /** The number of pending timers. */
    get waiting(): number {
      return due.size;
    },
    /** Advances the time by `ms`; with 0, runs the timers that are already due. */
    pass(ms = 0): void {
      const end = elapsed + ms;
      for (;;) {
        const [next] = [...due].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs || a.order - b.order);
        if (next === undefined) break;
        due.delete(next);
        elapsed = Math.max(elapsed, next.atMs);
        next.callback();
      }
      elapsed = end;
    },
    /**
     * Advances the time by `ms` as a busy machine does: no timer fires. `cpuMs` is the processor time of this
     * process.
     */
    burn(ms: number, cpuMs = ms): void {
      elapsed += ms;
      used += cpuMs;
    },
  };
}
