import { NarrowColumn } from "./narrow-column.ts";

/** Numbers by row of which few are different, 0 where none was put: for each the place of its value in a list, which is a byte while there are few. A value that was there once stays in the list. */
export class DistinctColumn {
  readonly #values = [0];
  readonly #placeOf = new Map([[0, 0]]);
  readonly #places = new NarrowColumn();

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

  /** Makes room for a row. */
  reach(row: number): void {
    this.#places.reach(row);
  }
}
