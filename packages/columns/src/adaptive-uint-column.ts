import { copied, grownLength } from "./uid-table.ts";

type Words = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

const wordsFor = (value: number, length: number): Words =>
  value < 0x100 ? new Uint8Array(length) : value < 0x10000 ? new Uint16Array(length) : new Uint32Array(length);

/** Whole numbers below 2^32 by row, 0 by default, at the byte width of the largest number. */
export class AdaptiveUintColumn {
  #words: Words = new Uint8Array(0);
  /** The first number that `#words` cannot hold. Computing it at each put took two thirds of the time. */
  #limit = 0x100;

  get length(): number {
    return this.#words.length;
  }

  at(row: number): number {
    return this.#words[row] ?? 0;
  }

  put(row: number, value: number): void {
    if (value >= this.#limit) {
      this.#words = copied(wordsFor(value, this.#words.length), this.#words);
      this.#limit = 2 ** (8 * this.#words.BYTES_PER_ELEMENT);
    }
    this.#words[row] = value;
  }

  /** Extends the column to include a row. */
  reach(row: number): void {
    const { length } = this.#words;
    if (row < length) return;
    const longer = grownLength(length, row + 1);
    this.#words = copied(wordsFor(this.#limit - 1, longer), this.#words);
  }
}
