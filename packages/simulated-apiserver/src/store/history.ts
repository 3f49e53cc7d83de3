import type { StoreEvent } from "../objects/contract.ts";

interface Entry {
  readonly event: StoreEvent;
  readonly atMs: number;
}

/** The events of one resource, oldest first, within the limits of age and number. */
export class History {
  readonly #maxAgeMs: number;
  readonly #maxCount: number;
  #events: Entry[] = [];
  /** Watches can no longer start from versions below this one. */
  #lostUpTo: number;
  /** Time of the last lost event, or of the loss of the whole history. */
  #lostUpToMs = Number.NEGATIVE_INFINITY;

  constructor(maxAgeMs: number, maxCount: number, startsAt: number) {
    this.#maxAgeMs = maxAgeMs;
    this.#maxCount = maxCount;
    this.#lostUpTo = startsAt;
  }

  add(event: StoreEvent, atMs: number): void {
    this.#events.push({ event, atMs });
    const excess = this.#events.length - this.#maxCount;
    // Trimming in batches keeps the cost of an event constant.
    if (excess > this.#maxCount / 8) this.#trim(excess);
    else if (this.#events.length % 256 === 0) this.#forgetOld(atMs);
  }

  forget(upTo: number, nowMs: number): void {
    this.#lostUpTo = Math.max(this.#lostUpTo, upTo);
    this.#lostUpToMs = nowMs;
    this.#events = [];
  }

  /** Starts again at a version, which may be an older one. */
  restart(at: number, nowMs: number): void {
    this.#lostUpTo = at;
    this.#lostUpToMs = nowMs;
    this.#events = [];
  }

  /** Returns the last version written up to a time; undefined if history does not reach back that far. */
  versionAt(ms: number): number | undefined {
    if (this.#lostUpToMs > ms) return undefined;
    return this.#events[this.#first((entry) => entry.atMs > ms) - 1]?.event.resourceVersion ?? this.#lostUpTo;
  }

  since(version: number, nowMs: number): readonly StoreEvent[] | undefined {
    this.#forgetOld(nowMs);
    if (version < this.#lostUpTo) return undefined;
    return this.#events.slice(this.#first((entry) => entry.event.resourceVersion > version)).map((entry) => entry.event);
  }

  #forgetOld(nowMs: number): void {
    const keep = this.#first((entry) => nowMs - entry.atMs <= this.#maxAgeMs);
    if (keep > 0) this.#trim(keep);
  }

  /** Returns the index of the first entry that passes. All later entries must pass too. */
  #first(passes: (entry: Entry) => boolean): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#events[middle];
      if (entry !== undefined && !passes(entry)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #trim(count: number): void {
    const dropped = this.#events.splice(0, count);
    const last = dropped.at(-1);
    if (last === undefined) return;
    this.#lostUpTo = Math.max(this.#lostUpTo, last.event.resourceVersion);
    this.#lostUpToMs = last.atMs;
  }
}
