import { AdaptiveUintColumn } from "./adaptive-uint-column.ts";

/** Numbers by row with few distinct values, 0 by default. Each row stores the index of its value in a list, which is
 *  a byte while there are few values. Values are never removed from the list. */
export class InternedColumn {
  readonly #values = [0];
  readonly #placeOf = new Map([[0, 0]]);
  readonly #places = new AdaptiveUintColumn();

  get length(): number {
    return this.#places.length;
  }

  at(row: number): number {
    return this.#values[this.#places.at(row)] ?? 0;
  }

  put(row: number, value: number): void {
    let place = this.#placeOf.get(value);
    if (place === undefined) {
      place = this.#values.push(value) - 1;
      this.#placeOf.set(value, place);
    }
    this.#places.put(row, place);
  }

  /** Extends the column to include a row. */
  reach(row: number): void {
    this.#places.reach(row);
  }
}
