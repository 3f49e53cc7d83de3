import { AdaptiveUintColumn } from "./adaptive-uint-column.ts";

/** Numbers by row with few distinct values, 0 by default. Each row stores the index of its value in a list, which is
 *  a byte while there are few values. Values are never removed from the list. */
export class InternedColumn {
  readonly #values = [0];
  readonly #indexOf = new Map([[0, 0]]);
  readonly #indexes = new AdaptiveUintColumn();

  get length(): number {
    return this.#indexes.length;
  }

  at(row: number): number {
    return this.#values[this.#indexes.at(row)] ?? 0;
  }

  put(row: number, value: number): void {
    let index = this.#indexOf.get(value);
    if (index === undefined) {
      index = this.#values.push(value) - 1;
      this.#indexOf.set(value, index);
    }
    this.#indexes.put(row, index);
  }

  /** Extends the column to include a row. */
  reach(row: number): void {
    this.#indexes.reach(row);
  }
}
