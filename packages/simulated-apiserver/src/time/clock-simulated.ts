import type { Clock } from "./clock.ts";
import { DueQueue } from "./due-queue.ts";

/** The real clock and timers that a running simulated clock needs. */
export interface RealTime {
  nowMs(): number;
  setTimer(delayMs: number, callback: () => void): { cancel(): void };
}

/** The clock of a simulated cluster. It is advanced by hand until `run` lets it follow real time. */
export interface SimulatedClock extends Clock {
  /** Runs everything that is due within `ms`, in order. Does nothing while the clock follows real time. */
  advance(ms: number): void;
  /** From here on cluster time passes `rate` times as fast as real time. */
  run(real: RealTime, rate: number): void;
  stop(): void;
}

/** Maximum callbacks per turn of the event loop, so that many due callbacks do not block the network. */
const MAX_CALLBACKS = 400;

export function createSimulatedClock(startMs: number): SimulatedClock {
  const queue = new DueQueue();
  let stoppedAtMs = startMs;
  let running: { readonly real: RealTime; readonly rate: number; readonly fromReal: number; readonly fromCluster: number } | undefined;
  let timer: { cancel(): void } | undefined;
  let armedForMs = Number.POSITIVE_INFINITY;

  const nowMs = () =>
    running === undefined ? stoppedAtMs : Math.floor(running.fromCluster + (running.real.nowMs() - running.fromReal) * running.rate);

  function arm(): void {
    const dueMs = queue.peekMs();
    if (running === undefined || dueMs === undefined || dueMs >= armedForMs) return;
    timer?.cancel();
    armedForMs = dueMs;
    timer = running.real.setTimer(Math.max(0, (dueMs - nowMs()) / running.rate), runDue);
  }
  function runDue(): void {
    armedForMs = Number.POSITIVE_INFINITY;
    const untilMs = nowMs();
    for (let left = MAX_CALLBACKS; left > 0; left--) {
      const dueMs = queue.peekMs();
      if (dueMs === undefined || dueMs > untilMs) break;
      queue.take()?.();
    }
    arm();
  }

  return {
    get rate() {
      return running?.rate ?? 0;
    },
    nowMs,
    after(delayMs, callback) {
      const handle = queue.add(nowMs() + Math.max(0, delayMs), callback);
      arm();
      return handle;
    },
    advance(ms) {
      if (running !== undefined) return;
      const end = stoppedAtMs + ms;
      for (;;) {
        const dueMs = queue.peekMs();
        if (dueMs === undefined || dueMs > end) break;
        stoppedAtMs = Math.max(stoppedAtMs, dueMs);
        queue.take()?.();
      }
      stoppedAtMs = end;
    },
    run(real, rate) {
      running = { real, rate, fromReal: real.nowMs(), fromCluster: stoppedAtMs };
      arm();
    },
    stop() {
      stoppedAtMs = nowMs();
      running = undefined;
      timer?.cancel();
      armedForMs = Number.POSITIVE_INFINITY;
    },
  };
}
