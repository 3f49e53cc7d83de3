import type { Clock } from "../clock.ts";

/** Keys to look at, each once however often it was added: the earliest due time wins. */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #work: (key: string) => void;
  readonly #due = new Map<string, { readonly atMs: number; readonly handle: { cancel(): void } }>();

  constructor(clock: Clock, work: (key: string) => void) {
    this.#clock = clock;
    this.#work = work;
  }

  add(key: string, delayMs: number): void {
    const atMs = this.#clock.nowMs() + delayMs;
    const present = this.#due.get(key);
    if (present !== undefined && present.atMs <= atMs) return;
    present?.handle.cancel();
    const handle = this.#clock.after(delayMs, () => {
      this.#due.delete(key);
      this.#work(key);
    });
    this.#due.set(key, { atMs, handle });
  }
}
