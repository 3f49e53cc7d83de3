import { systemTimers } from "../clock.ts";

/** Once one kind is forbidden, the others are told with it if they are heard so soon. */
const FORBIDDEN_MS = 500;

/** Resolves when the signal is aborted; never, without one. */
function aborted(signal: AbortSignal): Promise<"gaveUp"> {
  if (signal.aborted) return Promise.resolve("gaveUp");
  return new Promise((done) => signal.addEventListener("abort", () => done("gaveUp"), { once: true }));
}

/** What may end the wait for the first lists before they are there: each a promise that never fails. To be closed when the wait is over. */
export class FirstListEnds {
  readonly gaveUp: Promise<"gaveUp">;
  /** Never, where nothing limits it. */
  readonly late: Promise<"late">;
  readonly forbidden: Promise<"forbidden">;
  /** A request took longer than a person allows it. */
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
