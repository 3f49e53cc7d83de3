import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * Time that advances with the imported changes: a cluster clock, and timers on the same scale. Each timer fires at its
 * due time in the imported period.
 */
export class ImportClock {
  readonly clock: ClusterClock;
  readonly timers: Timers;
  readonly #due = new Set<Due>();
  #nowMs: number;
  #order = 0;

  constructor(fromMs: number) {
    this.#nowMs = fromMs;
    const after = (delayMs: number, callback: () => void) => {
      const entry = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, callback };
      this.#due.add(entry);
      return { cancel: () => void this.#due.delete(entry) };
    };
    this.clock = { nowMs: () => this.#nowMs, rate: 1, after };
    this.timers = { elapsedMs: () => this.#nowMs - fromMs, after, soon: (callback) => after(0, callback) };
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Advances the time and runs the due callbacks in order. A time in the past has no effect. */
  passTo(atMs: number): void {
    for (let next = this.#next(atMs); next !== undefined; next = this.#next(atMs)) {
      this.#due.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.callback();
    }
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  /** A linear search, because there are only a few timers. */
  #next(untilMs: number): Due | undefined {
    let first: Due | undefined;
    for (const each of this.#due)
      if (each.atMs <= untilMs && (first === undefined || each.atMs < first.atMs || (each.atMs === first.atMs && each.order < first.order)))
        first = each;
    return first;
  }
}
