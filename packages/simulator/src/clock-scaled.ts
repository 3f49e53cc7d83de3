import type { Clock } from "./clock.ts";
import { DueQueue } from "./due-queue.ts";

/** What a scaled clock runs on: the machine's clock and timers, handed in. */
export interface RealTime {
  nowMs(): number;
  setTimer(delayMs: number, callback: () => void): { cancel(): void };
}

export interface ScaledClock extends Clock {
  stop(): void;
}

/** Cluster time that starts at `startMs` and runs `rate` times as fast as real time. One real timer serves all callbacks. */
export function createScaledClock(real: RealTime, startMs: number, rate: number): ScaledClock {
  const began = real.nowMs();
  const queue = new DueQueue();
  const nowMs = () => startMs + (real.nowMs() - began) * rate;
  let timer: { cancel(): void } | undefined;
  let stopped = false;
  const arm = () => {
    timer?.cancel();
    timer = undefined;
    const due = queue.peekMs();
    if (due === undefined || stopped) return;
    timer = real.setTimer(Math.max(0, (due - nowMs()) / rate), run);
  };
  const run = () => {
    // A bounded burst, so that a crowd of callbacks does not hold the loop from the network.
    const until = nowMs();
    for (let left = 500; left > 0; left--) {
      const due = queue.peekMs();
      if (due === undefined || due > until) break;
      queue.take()?.();
    }
    arm();
  };
  return {
    rate,
    nowMs,
    after(delayMs, callback) {
      const handle = queue.add(nowMs() + Math.max(0, delayMs), callback);
      arm();
      return handle;
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
