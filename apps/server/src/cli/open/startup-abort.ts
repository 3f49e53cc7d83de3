import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";

/** Waits this long after the first forbidden kind, so that one error names them all. */
const FORBIDDEN_MS = 500;

/** Resolves when the signal is aborted. */
function whenAborted(signal: AbortSignal): Promise<"aborted"> {
  if (signal.aborted) return Promise.resolve("aborted");
  return new Promise((done) => signal.addEventListener("abort", () => done("aborted"), { once: true }));
}

/** The events that may end the wait for the first lists: promises that never reject. Close it after the wait. */
export class StartupAbort {
  readonly aborted: Promise<"aborted">;
  /** Never resolves without a limit. */
  readonly timedOut: Promise<"timedOut">;
  readonly forbidden: Promise<"forbidden">;
  /** A request for a needed kind, or for the version, exceeded its timeout. */
  readonly requestTimedOut: Promise<{ readonly message: string }>;
  readonly #timers: { cancel(): void }[] = [];
  #endForbidden: () => void = () => undefined;
  #endRequestTimedOut: (message: string) => void = () => undefined;

  constructor(giveUp: AbortSignal, timeoutMs: number | undefined) {
    this.aborted = whenAborted(giveUp);
    this.timedOut = new Promise((done) => {
      if (timeoutMs !== undefined) this.#timers.push(systemTimers.after(timeoutMs, () => done("timedOut")));
    });
    this.forbidden = new Promise((done) => {
      this.#endForbidden = () => done("forbidden");
    });
    this.requestTimedOut = new Promise((done) => {
      this.#endRequestTimedOut = (message) => done({ message });
    });
  }

  noteForbiddenKind(): void {
    this.#timers.push(systemTimers.after(FORBIDDEN_MS, this.#endForbidden));
  }

  noteRequestTimeout(message: string): void {
    this.#endRequestTimedOut(message);
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }
}
