/** A key that occurs more than once in one map. The last value counts, as in kubectl. */
export interface DuplicateKey {
  readonly key: string;
  readonly count: number;
  /** The line of the last occurrence, from 1. */
  readonly line: number;
}

/** More than a user reads. Also limits the search for an entry and the counting of lines. */
const LIMIT = 20;

/** Collects the duplicate keys of a text, in the order of their second occurrence. */
export class DuplicateKeys {
  readonly #found: { readonly map: object; readonly key: string; count: number; line: number }[] = [];

  /** Called for the second and each later occurrence. `map` identifies the map that has the key. */
  add(map: object, key: string, line: () => number): void {
    const known = this.#found.find((each) => each.map === map && each.key === key);
    if (known !== undefined) {
      known.count++;
      known.line = line();
    } else if (this.#found.length < LIMIT) this.#found.push({ map, key, count: 2, line: line() });
  }

  /** At most 20. */
  get all(): readonly DuplicateKey[] {
    return this.#found.map(({ key, count, line }) => ({ key, count, line }));
  }
}
