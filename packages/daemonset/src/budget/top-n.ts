/** Number of values kept in order in addition to the requested ones: SPARE, plus SPARE_PER_ROOT times the square root
 *  of the count. All values are searched only after the spare ones were removed. */
const SPARE = 50;
const SPARE_PER_ROOT = 4;

/** The first of many values in order, maintained while values are added and removed. Each change costs some
 *  comparisons, regardless of the count.
 *  *Invariant*: `#first` is in order, and no value outside it comes before its last. */
export class TopN<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  #first: T[] = [];
  #count = 0;

  /** `limit`: number of values that `list` returns. Values that compare as equal are interchangeable. */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  get count(): number {
    return this.#count;
  }

  add(value: T): void {
    const first = this.#first;
    const isComplete = first.length === this.#count;
    this.#count++;
    const last = first[first.length - 1];
    if (!isComplete && (last === undefined || this.#compare(value, last) > 0)) return;
    first.splice(this.#indexOf(value), 0, value);
    if (first.length > this.#capacity) first.pop();
  }

  /** Removes a value that was added. */
  drop(value: T): void {
    this.#count--;
    const first = this.#first;
    const index = this.#indexOf(value);
    const found = first[index];
    if (found !== undefined && this.#compare(found, value) === 0) first.splice(index, 1);
  }

  /** Returns the first values in order, at most `limit`. `all`: returns every current value; called only if too few
   *  of the first remain. */
  list(all: () => Iterable<T>): readonly T[] {
    if (this.#first.length < Math.min(this.#limit, this.#count)) this.#refill(all());
    return this.#first.slice(0, this.#limit);
  }

  get #capacity(): number {
    return this.#limit + SPARE + SPARE_PER_ROOT * Math.ceil(Math.sqrt(this.#count));
  }

  #refill(all: Iterable<T>): void {
    const first: T[] = [];
    this.#first = first;
    const capacity = this.#capacity;
    for (const value of all) {
      const last = first[first.length - 1];
      if (first.length >= capacity && last !== undefined && this.#compare(value, last) >= 0) continue;
      first.splice(this.#indexOf(value), 0, value);
      if (first.length > capacity) first.pop();
    }
  }

  /** Index of the first value that does not come before the given one. */
  #indexOf(value: T): number {
    const first = this.#first;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(first[middle] as T, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
