/** How patient the watches are; all in milliseconds of real time. Tests hand in shorter ones. */
export interface Pace {
  readonly retryFirstMs: number;
  readonly retryLimitMs: number;
  readonly forbiddenRetryMs: number;
  /** A watch that brought nothing for so long is opened again: servers send bookmarks about every minute. */
  readonly silenceMs: number;
  /** How long to wait for the end-of-list bookmark after the last object of a streaming list. */
  readonly listMarkerMs: number;
  readonly probeEveryMs: number;
  readonly probeTimeoutMs: number;
  /** A watch that ends sooner without an event counts as refused. */
  readonly shortWatchMs: number;
}

export const PACE: Pace = {
  retryFirstMs: 250,
  retryLimitMs: 2000,
  forbiddenRetryMs: 60_000,
  silenceMs: 90_000,
  listMarkerMs: 10_000,
  probeEveryMs: 5000,
  probeTimeoutMs: 3000,
  shortWatchMs: 1000,
};

/** Waits, or ends early when the signal does. Never throws. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
