import type { VirtualClock } from "./clock.ts";
import { DueQueue } from "./due-queue.ts";

/** A clock that stands until somebody advances it. */
export function createVirtualClock(startMs: number): VirtualClock {
  const queue = new DueQueue();
  let now = startMs;
  return {
    rate: 0,
    nowMs: () => now,
    after: (delayMs, callback) => queue.add(now + Math.max(0, delayMs), callback),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = queue.peekMs();
        if (due === undefined || due > end) break;
        now = Math.max(now, due);
        queue.take()?.();
      }
      now = end;
    },
  };
}
