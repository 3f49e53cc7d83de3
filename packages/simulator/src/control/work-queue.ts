import type { Clock } from "../time-and-chance/clock.ts";

/** How long work on a key keeps a worker, in milliseconds of cluster time; nothing is 0. */
export type BusyMs = number | undefined;

type Entries = Map<string, { readonly atMs: number; readonly handle: { cancel(): void } }>;

/** Keys to look at, each once however often it was added: the earliest due time wins, and a key that is being worked on waits.
 *  Keys to look at later stand apart, as in client-go's delaying queue: looking now does not take them away. */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #work: (key: string) => BusyMs;
  readonly #due: Entries = new Map();
  readonly #later: Entries = new Map();
  readonly #busyUntilMs = new Map<string, number>();

  constructor(clock: Clock, work: (key: string) => BusyMs) {
    this.#clock = clock;
    this.#work = work;
  }

  add(key: string, delayMs: number): void {
    const nowMs = this.#clock.nowMs();
    const atMs = Math.max(nowMs + delayMs, this.#busyUntilMs.get(key) ?? 0);
    this.#put(this.#due, key, atMs, () => this.#run(key));
  }

  /** Adds the key `delayMs` from now; of several such, the earliest stands. */
  addLater(key: string, delayMs: number): void {
    this.#put(this.#later, key, this.#clock.nowMs() + delayMs, () => this.add(key, 0));
  }

  /** Forgets a key for good. */
  forget(key: string): void {
    for (const entries of [this.#due, this.#later]) {
      entries.get(key)?.handle.cancel();
      entries.delete(key);
    }
    this.#busyUntilMs.delete(key);
  }

  #put(entries: Entries, key: string, atMs: number, then: () => void): void {
    const present = entries.get(key);
    if (present !== undefined && present.atMs <= atMs) return;
    present?.handle.cancel();
    const handle = this.#clock.after(atMs - this.#clock.nowMs(), () => {
      entries.delete(key);
      then();
    });
    entries.set(key, { atMs, handle });
  }

  #run(key: string): void {
    const busyMs = this.#work(key) ?? 0;
    if (busyMs <= 0) return;
    const untilMs = this.#clock.nowMs() + busyMs;
    this.#busyUntilMs.set(key, untilMs);
    // What the work itself added is not looked at before the worker is free.
    const early = this.#due.get(key);
    if (early === undefined || early.atMs >= untilMs) return;
    early.handle.cancel();
    this.#due.delete(key);
    this.add(key, 0);
  }
}
