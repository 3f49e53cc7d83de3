import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";

/** After one forbidden kind, others that are reported within this time are in the same error. */
const FORBIDDEN_MS = 500;

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<"gaveUp"> {
  if (signal.aborted) return Promise.resolve("gaveUp");
  return new Promise((done) => signal.addEventListener("abort", () => done("gaveUp"), { once: true }));
}

/** The events that may end the wait for the first lists: promises that never reject. Close it after the wait. */
export class StartupAbort {
  readonly gaveUp: Promise<"gaveUp">;
  /** Never resolves without a limit. */
  readonly late: Promise<"late">;
  readonly forbidden: Promise<"forbidden">;
  /** A request exceeded the user's timeout. */
  readonly frozen: Promise<{ readonly message: string }>;
  readonly #timers: { cancel(): void }[] = [];
  #endForbidden: () => void = () => undefined;
  #endFrozen: (message: string) => void = () => undefined;

  constructor(giveUp: AbortSignal, patienceMs: number | undefined) {
    this.gaveUp = aborted(giveUp);
    this.late = new Promise((done) => {
      if (patienceMs !== undefined) this.#timers.push(systemTimers.after(patienceMs, () => done("late")));
    });
    this.forbidden = new Promise((done) => {
      this.#endForbidden = () => done("forbidden");
    });
    this.frozen = new Promise((done) => {
      this.#endFrozen = (message) => done({ message });
    });
  }

  kindForbidden(): void {
    this.#timers.push(systemTimers.after(FORBIDDEN_MS, this.#endForbidden));
  }

  requestFrozen(message: string): void {
    this.#endFrozen(message);
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }
}
