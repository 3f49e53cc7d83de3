const PARTS = 64;

/** A map of many texts in parts that grow one at a time: a map of a million copies all of them in one turn when it grows. Texts whose ends differ, as uids do, are in all parts. */
export class PartedMap<V> {
  readonly #parts: readonly Map<string, V>[] = Array.from({ length: PARTS }, () => new Map());

  get(key: string): V | undefined {
    return this.#partOf(key).get(key);
  }

  has(key: string): boolean {
    return this.#partOf(key).has(key);
  }

  set(key: string, value: V): this {
    this.#partOf(key).set(key, value);
    return this;
  }

  delete(key: string): boolean {
    return this.#partOf(key).delete(key);
  }

  *[Symbol.iterator](): Iterator<[string, V]> {
    for (const part of this.#parts) yield* part;
  }

  #partOf(key: string): Map<string, V> {
    const { length } = key;
    // NaN before the beginning of a short one, which is 0 here.
    const hash = key.charCodeAt(length - 1) ^ (key.charCodeAt(length - 2) * 31) ^ (key.charCodeAt(length - 3) * 7);
    return this.#parts[hash & (PARTS - 1)] as Map<string, V>;
  }
}
