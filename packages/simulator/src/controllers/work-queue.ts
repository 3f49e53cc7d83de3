import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

/** How long work on a key occupies a worker, in milliseconds of cluster time. Undefined means 0. */
type BusyMs = number | undefined;

type Entries = Map<string, { readonly atMs: number; readonly handle: { cancel(): void } }>;

/**
 * A queue of keys. Each key is in it once, with its earliest due time. A key that is being worked on waits. Keys for
 * later are kept separately, like in client-go's delaying queue, so that work done now does not remove them.
 */
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

  /** Adds the key `delayMs` from now. The earliest of several such times counts. */
  addLater(key: string, delayMs: number): void {
    this.#put(this.#later, key, this.#clock.nowMs() + delayMs, () => this.add(key, 0));
  }

  /** Removes a key completely. */
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
    // A key that the work itself added waits until the worker is free.
    const early = this.#due.get(key);
    if (early === undefined || early.atMs >= untilMs) return;
    early.handle.cancel();
    this.#due.delete(key);
    this.add(key, 0);
  }
}
