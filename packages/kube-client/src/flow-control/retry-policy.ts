import { systemTimers, type Timers } from "./clock.ts";

/** Retry policy and timeouts of the watches, in milliseconds of real time. */
export interface RetryPolicy {
  /** The wait between retries grows from `retryFirstMs` to `retryLimitMs`, with jitter. */
  readonly retryFirstMs: number;
  readonly retryLimitMs: number;
  /** The wait after refused credentials: each retry may run a plugin. */
  readonly unauthorizedRetryMs: number;
  /** The wait once a right counts as missing (`MAX_STARTUP_REFUSALS`). */
  readonly forbiddenRetryMs: number;
  /** A watch without a byte for this time, ±20 %, is opened again from its version. */
  readonly silenceMs: number;
  /** Timeout of the end-of-list bookmark after the last object of a streaming list. */
  readonly listMarkerMs: number;
  /** Longest pause within an answer. */
  readonly bodySilenceMs: number;
  readonly probeEveryMs: number;
  /** Interval of the probes while the server does not answer. It limits the delay until its return is detected. */
  readonly probeWhileDownMs: number;
  readonly probeTimeoutMs: number;
  /** Pause after each read of the watch of nodes: nearly all of its events are heartbeats. */
  readonly nodeRestMs: number;
  /** A watch that ends sooner without an event counts as refused. */
  readonly shortWatchMs: number;
  /** After a watch of this length, or one with an event, the counters of failures start at 0 again. */
  readonly goodWatchMs: number;
}

export const RETRY_POLICY: RetryPolicy = {
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

/** Waits, or ends early when the signal aborts. Never throws, and leaves no listener behind. */
export function sleep(ms: number, signal: AbortSignal, timers: Timers = systemTimers): Promise<void> {
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

/** Returns the wait before try `failures + 1`. The wait doubles up to the limit; a random value from its upper
 *  half is used. */
export function backoffMs(policy: RetryPolicy, failures: number, random: () => number): number {
  return Math.min(policy.retryLimitMs, policy.retryFirstMs * 2 ** Math.min(failures, 16)) * (0.5 + random() / 2);
}
