import { systemTimers, type Timers } from "../clock.ts";

/** How patient the watches are; all in milliseconds of real time. */
export interface Pace {
  /** Waits between tries grow from the first to the limit, with jitter. */
  readonly retryFirstMs: number;
  readonly retryLimitMs: number;
  /** With refused credentials: each try may run a plugin. */
  readonly unauthorizedRetryMs: number;
  readonly forbiddenRetryMs: number;
  /** A watch that brought no byte for so long, ±20 %, is opened again from its version. */
  readonly silenceMs: number;
  /** How long to wait for the end-of-list bookmark after the last object of a streaming list. */
  readonly listMarkerMs: number;
  /** How long an answer may pause before its end. */
  readonly bodySilenceMs: number;
  readonly probeEveryMs: number;
  /** Between probes while the server does not answer: its return is seen so soon. */
  readonly probeWhileDownMs: number;
  readonly probeTimeoutMs: number;
  /** After the watch of nodes was read, nothing of it is read for so long: nearly all that it brings says that nodes are there still. */
  readonly nodeRestMs: number;
  /** A watch that ends sooner without an event counts as refused. */
  readonly shortWatchMs: number;
  /** A watch that lived so long was a good one: the next trouble starts anew. */
  readonly goodWatchMs: number;
}

export const PACE: Pace = {
  retryFirstMs: 250,
  retryLimitMs: 5000,
  unauthorizedRetryMs: 10_000,
  forbiddenRetryMs: 60_000,
  silenceMs: 20_000,
  listMarkerMs: 10_000,
  bodySilenceMs: 15_000,
  probeEveryMs: 5000,
  probeWhileDownMs: 1000,
  probeTimeoutMs: 3000,
  nodeRestMs: 100,
  shortWatchMs: 1000,
  goodWatchMs: 5000,
};

/** Waits, or ends early when the signal does. Never throws, and leaves no listener behind. */
export function pause(ms: number, signal: AbortSignal, timers: Timers = systemTimers): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done();
    const end = () => {
      timer.cancel();
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = timers.after(ms, end);
    signal.addEventListener("abort", end);
  });
}

/** The wait before try `failures + 1`: doubling from the first to the limit, of which a random upper half is taken. */
export function backoffMs(pace: Pace, failures: number, random: () => number): number {
  return Math.min(pace.retryLimitMs, pace.retryFirstMs * 2 ** Math.min(failures, 16)) * (0.5 + random() / 2);
}
