import { copied, grownLength } from "@daemonscope/columns/uid-table";

/** Capacity that an empty queue keeps: the first sync queues all rows once, which seldom happens again. */
const MAX_KEPT = 4096;

/** A queue of rows, each once, in order of arrival. A JavaScript Set of numbers takes ten times the memory. */
export class RowQueue {
  #rows = new Int32Array(64);
  /** One bit per row: set while the queue contains the row. */
  #members = new Uint8Array(64);
  #first = 0;
  #end = 0;

  get size(): number {
    return this.#end - this.#first;
  }

  add(row: number): void {
    const at = row >>> 3;
    const bit = 1 << (row & 7);
    if (at >= this.#members.length) this.#members = copied(new Uint8Array(grownLength(this.#members.length, at + 1)), this.#members);
    const byte = this.#members[at] ?? 0;
    if ((byte & bit) !== 0) return;
    this.#members[at] = byte | bit;
    if (this.#end === this.#rows.length) {
      // If more than half of the rows are taken, the others move to the front; no larger array is needed.
      const rows = this.#first * 2 > this.#end ? this.#rows : new Int32Array(this.#rows.length * 2);
      rows.set(this.#rows.subarray(this.#first, this.#end));
      this.#end -= this.#first;
      this.#first = 0;
      this.#rows = rows;
    }
    this.#rows[this.#end++] = row;
  }

  /** Removes and returns the oldest row; undefined if the queue is empty. */
  take(): number | undefined {
    if (this.#first === this.#end) return undefined;
    const row = this.#rows[this.#first++] ?? 0;
    this.#members[row >>> 3] = (this.#members[row >>> 3] ?? 0) & ~(1 << (row & 7));
    if (this.#first === this.#end) {
      this.#first = 0;
      this.#end = 0;
      if (this.#rows.length > MAX_KEPT) this.#rows = new Int32Array(64);
    }
    return row;
  }
}
