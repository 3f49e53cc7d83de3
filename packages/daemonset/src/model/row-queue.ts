import { copied, grownLength } from "./uid-slots.ts";

/** So much room is kept where none wait: those that all waited once, at the first sync, seldom do again. */
const MOST_KEPT = 4096;

/** Rows that wait for their turn, each once, in the order in which they came: a set of numbers for which that of the language takes ten times the memory. */
export class RowQueue {
  #rows = new Int32Array(64);
  /** A bit a row. */
  #isIn = new Uint8Array(64);
  #first = 0;
  #end = 0;

  get size(): number {
    return this.#end - this.#first;
  }

  add(row: number): void {
    const at = row >>> 3;
    const bit = 1 << (row & 7);
    if (at >= this.#isIn.length) this.#isIn = copied(new Uint8Array(grownLength(this.#isIn.length, at + 1)), this.#isIn);
    const byte = this.#isIn[at] ?? 0;
    if ((byte & bit) !== 0) return;
    this.#isIn[at] = byte | bit;
    if (this.#end === this.#rows.length) {
      // No more than half of it is rows that had their turn, so that each is moved but a few times.
      const rows = this.#first * 2 > this.#end ? this.#rows : new Int32Array(this.#rows.length * 2);
      rows.set(this.#rows.subarray(this.#first, this.#end));
      this.#end -= this.#first;
      this.#first = 0;
      this.#rows = rows;
    }
    this.#rows[this.#end++] = row;
  }

  /** Takes out the one that came first; undefined when there is none. */
  take(): number | undefined {
    if (this.#first === this.#end) return undefined;
    const row = this.#rows[this.#first++] ?? 0;
    this.#isIn[row >>> 3] = (this.#isIn[row >>> 3] ?? 0) & ~(1 << (row & 7));
    if (this.#first === this.#end) {
      this.#first = 0;
      this.#end = 0;
      if (this.#rows.length > MOST_KEPT) this.#rows = new Int32Array(64);
    }
    return row;
  }
}
