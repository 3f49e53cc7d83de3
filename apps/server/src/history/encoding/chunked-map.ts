const PARTS = 64;

/**
 * A map that is split by key into parts that grow separately. A single map of a million entries copies all of them in
 * one time slice when it grows. Keys whose ends differ, as uids do, spread over all parts.
 */
export class ChunkedMap<V> {
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
    // charCodeAt is NaN before the start of a short key, which counts as 0 here.
    const hash = key.charCodeAt(length - 1) ^ (key.charCodeAt(length - 2) * 31) ^ (key.charCodeAt(length - 3) * 7);
    return this.#parts[hash & (PARTS - 1)] as Map<string, V>;
  }
}
