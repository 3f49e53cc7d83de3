import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { test } from "@playwright/test";

/** Lateness of timers on an idle machine counts as no slowness. */
const IDLE = 1.5;
/** A fault that the suite should find must not wait for hours on a busy machine. */
const SLOWEST = 10;
const POLL_MS = 5;

interface Work {
  readonly workMs: number;
  readonly tookMs: number;
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

let control: ChildProcess | undefined;
const readers: ((total: Work) => void)[] = [];

/** Returns the work of the control process until now. */
function work(): Promise<Work> {
  if (control === undefined) {
    control = fork(join(import.meta.dirname, "machine.mjs"));
    control.on("message", (total) => readers.shift()?.(total as Work));
  }
  const child = control;
  return new Promise((done) => {
    readers.push(done);
    child.send("read");
  });
}

/** Starts a measurement of at least one piece of work. Its result: how many times longer it takes than on an idle
 *  machine. */
function measureMachine(): () => Promise<number> {
  const before = work();
  return async () => {
    const from = await before;
    let to = await work();
    while (to.workMs === from.workMs) {
      await pause(POLL_MS);
      to = await work();
    }
    const times = (to.tookMs - from.tookMs) / (to.workMs - from.workMs);
    return times > IDLE ? Math.min(times, SLOWEST) : 1;
  };
}

/**
 * Waits until a condition holds, and returns the time it took. `limitMs` is a promise of the product for an idle
 * machine. A control process does a fixed amount of work meanwhile: if its work takes three times as long as it should,
 * the condition gets three times as long. Throws after that.
 */
export async function inTime(what: string, limitMs: number, holds: () => Promise<boolean> | boolean): Promise<number> {
  const beganMs = performance.now();
  const slowness = measureMachine();
  for (;;) {
    const isThere = await holds();
    const tookMs = performance.now() - beganMs;
    if (tookMs > limitMs) {
      const times = await slowness();
      if (tookMs > limitMs * times)
        throw new Error(`${what}: not within ${limitMs} ms, on a machine that needs ${times.toFixed(1)} × the time of an idle one`);
      if (isThere) test.info().annotations.push({ type: "slow", description: times.toFixed(1) });
    }
    if (isThere) return tookMs;
    await pause(POLL_MS);
  }
}

/** Checks that a condition holds for this time. On a slow machine it may fail for a moment. */
export async function holdsFor(what: string, forMs: number, holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + forMs;
  const slowness = measureMachine();
  while (performance.now() < untilMs) {
    if (!(await holds())) {
      if ((await slowness()) === 1) throw new Error(`${what}: not for ${forMs} ms`);
      await inTime(what, forMs, holds);
    }
    await pause(POLL_MS);
  }
}
