/** A multiset of times with the earliest and the latest. O(1), plus O(different times) to find an end again after
 *  its removal. */
export class TimeMultiset {
  readonly #counts = new Map<number, number>();
  #size = 0;
  /** Each of the two ends is undefined after its removal, until it is searched again. */
  #earliestMs: number | undefined;
  #latestMs: number | undefined;

  get size(): number {
    return this.#size;
  }

  add(ms: number): void {
    this.#counts.set(ms, (this.#counts.get(ms) ?? 0) + 1);
    this.#size++;
    const isOnly = this.#size === 1;
    if (isOnly || (this.#earliestMs !== undefined && ms < this.#earliestMs)) this.#earliestMs = ms;
    if (isOnly || (this.#latestMs !== undefined && ms > this.#latestMs)) this.#latestMs = ms;
  }

  /** Removes one occurrence of a time that was added. */
  drop(ms: number): void {
    this.#size--;
    const left = (this.#counts.get(ms) ?? 0) - 1;
    if (left > 0) {
      this.#counts.set(ms, left);
      return;
    }
    this.#counts.delete(ms);
    if (ms === this.#earliestMs) this.#earliestMs = undefined;
    if (ms === this.#latestMs) this.#latestMs = undefined;
  }

  earliest(): number | undefined {
    if (this.#size === 0) return undefined;
    if (this.#earliestMs === undefined) {
      let earliest = Number.POSITIVE_INFINITY;
      for (const ms of this.#counts.keys()) if (ms < earliest) earliest = ms;
      this.#earliestMs = earliest;
    }
    return this.#earliestMs;
  }

  latest(): number | undefined {
    if (this.#size === 0) return undefined;
    if (this.#latestMs === undefined) {
      let latest = Number.NEGATIVE_INFINITY;
      for (const ms of this.#counts.keys()) if (ms > latest) latest = ms;
      this.#latestMs = latest;
    }
    return this.#latestMs;
  }
}
