import { bytes, halfWords, words } from "./parted-column.ts";

/** From the narrowest on, with the largest number that each holds. */
const WIDTHS = [
  { most: 0xff, make: bytes },
  { most: 0xffff, make: halfWords },
  { most: 0xffffffff, make: words },
] as const;

/** Whole numbers below 2^32 in parts, 0 where none was put, in as few bytes each as the largest of them needs: for numbers of what few are told apart by, in columns of a million. All are copied when one does not fit. */
export class WideningColumn {
  #width: (typeof WIDTHS)[number] = WIDTHS[0];
  #column = bytes();

  at(place: number): number {
    return this.#column.at(place);
  }

  put(place: number, value: number): void {
    if (value > this.#width.most) this.#widen(value);
    this.#column.put(place, value);
  }

  #widen(value: number): void {
    const narrow = this.#column;
    this.#width = WIDTHS.find(({ most }) => value <= most) ?? WIDTHS[2];
    this.#column = this.#width.make();
    for (let place = 0; place < narrow.length; place++) this.#column.put(place, narrow.at(place));
  }
}
