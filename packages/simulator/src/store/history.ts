import type { StoreEvent } from "./contract.ts";

/** The events of one resource, oldest first, as far back as age and number allow. */
export class History {
  readonly #maxAgeMs: number;
  readonly #maxCount: number;
  #events: { readonly event: StoreEvent; readonly atMs: number }[] = [];
  /** Versions at or below this one can no longer be watched from. */
  #lostUpTo = 0;

  constructor(maxAgeMs: number, maxCount: number) {
    this.#maxAgeMs = maxAgeMs;
    this.#maxCount = maxCount;
  }

  add(event: StoreEvent, atMs: number): void {
    this.#events.push({ event, atMs });
    const excess = this.#events.length - this.#maxCount;
    // Trimming by batches keeps the cost of an event constant.
    if (excess > this.#maxCount / 8) this.#trim(excess);
    const first = this.#events[0];
    if (first !== undefined && this.#events.length % 256 === 0 && atMs - first.atMs > this.#maxAgeMs) {
      const keep = this.#events.findIndex((entry) => atMs - entry.atMs <= this.#maxAgeMs);
      this.#trim(keep < 0 ? this.#events.length - 1 : keep);
    }
  }

  forget(upTo: number): void {
    this.#lostUpTo = Math.max(this.#lostUpTo, upTo);
    this.#events = [];
  }

  since(version: number): readonly StoreEvent[] | undefined {
    if (version < this.#lostUpTo) return undefined;
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.event.resourceVersion ?? 0) <= version) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low).map((entry) => entry.event);
  }

  #trim(count: number): void {
    const dropped = this.#events.splice(0, count);
    this.#lostUpTo = Math.max(this.#lostUpTo, dropped.at(-1)?.event.resourceVersion ?? 0);
  }
}
