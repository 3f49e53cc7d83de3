import { uint8Column, uint16Column, uint32Column } from "./chunked-column.ts";

/** Ordered from the narrowest, with the largest number of each width. */
const WIDTHS = [
  { max: 0xff, make: uint8Column },
  { max: 0xffff, make: uint16Column },
  { max: 0xffffffff, make: uint32Column },
] as const;

/** Whole numbers below 2^32 in a ChunkedColumn, 0 by default, at the byte width of the largest number. For a million
 *  rows of small numbers: if a number does not fit, the whole column is copied. */
export class GrowingColumn {
  #width: (typeof WIDTHS)[number] = WIDTHS[0];
  #column = uint8Column();

  at(index: number): number {
    return this.#column.at(index);
  }

  put(index: number, value: number): void {
    if (value > this.#width.max) this.#widen(value);
    this.#column.put(index, value);
  }

  #widen(value: number): void {
    const narrow = this.#column;
    this.#width = WIDTHS.find(({ max }) => value <= max) ?? WIDTHS[2];
    this.#column = this.#width.make();
    for (let index = 0; index < narrow.length; index++) this.#column.put(index, narrow.at(index));
  }
}
