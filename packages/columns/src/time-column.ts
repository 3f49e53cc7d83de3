import { copied, grownLength } from "./uid-table.ts";

const SECOND_MS = 1000;
const isInSeconds = (ms: number): boolean => ms % SECOND_MS === 0 && ms >= 0 && ms < 2 ** 32 * SECOND_MS;

/** Times by row in milliseconds since the epoch, 0 by default. API servers send whole seconds, which take half the
 *  memory. The first time with a fraction converts the whole column to milliseconds. */
export class TimeColumn {
  #seconds = new Uint32Array(0);
  #ms: Float64Array<ArrayBuffer> | undefined;

  get length(): number {
    return (this.#ms ?? this.#seconds).length;
  }

  at(row: number): number {
    return this.#ms === undefined ? (this.#seconds[row] ?? 0) * SECOND_MS : (this.#ms[row] ?? 0);
  }

  put(row: number, ms: number): void {
    if (this.#ms === undefined && !isInSeconds(ms)) {
      this.#ms = Float64Array.from(this.#seconds, (seconds) => seconds * SECOND_MS);
      this.#seconds = new Uint32Array(0);
    }
    if (this.#ms === undefined) this.#seconds[row] = ms / SECOND_MS;
    else this.#ms[row] = ms;
  }

  /** Returns the latest time. O(rows). */
  latest(): number {
    let latest = 0;
    for (const at of this.#ms ?? this.#seconds) if (at > latest) latest = at;
    return this.#ms === undefined ? latest * SECOND_MS : latest;
  }

  /** Returns the number of rows with this time. O(rows). */
  rowsAt(ms: number): number {
    const sought = this.#ms === undefined ? ms / SECOND_MS : ms;
    let rows = 0;
    for (const at of this.#ms ?? this.#seconds) if (at === sought) rows++;
    return rows;
  }

  /** A copy of all times, in milliseconds. */
  get saved(): Float64Array {
    if (this.#ms !== undefined) return this.#ms.slice();
    const saved = new Float64Array(this.#seconds.length);
    for (let row = 0; row < saved.length; row++) saved[row] = (this.#seconds[row] ?? 0) * SECOND_MS;
    return saved;
  }

  /** Extends the column to include a row. */
  reach(row: number): void {
    const { length } = this;
    if (row < length) return;
    const longer = grownLength(length, row + 1);
    if (this.#ms === undefined) this.#seconds = copied(new Uint32Array(longer), this.#seconds);
    else this.#ms = copied(new Float64Array(longer), this.#ms);
  }
}
