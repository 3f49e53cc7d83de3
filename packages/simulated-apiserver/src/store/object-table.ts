import type { StoredObject } from "../objects/contract.ts";

/**
 * `namespace/name`, or the name alone. The order of these texts is the order of every list. They are joined, because
 * concatenated texts keep their pieces in memory.
 */
export const storeKeyOf = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : [namespace, name].join("/");

/** The objects of one resource by key, listed in key order. */
export class ObjectTable {
  readonly #objects = new Map<string, StoredObject>();
  #keys: string[] = [];
  #added = false;
  #removed = false;
  /** The whole list, cached until a change. */
  #listed: readonly StoredObject[] | undefined;

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  has(key: string): boolean {
    return this.#objects.has(key);
  }

  set(key: string, object: StoredObject): void {
    if (!this.#objects.has(key)) {
      this.#keys.push(key);
      this.#added = true;
    }
    this.#objects.set(key, object);
    this.#listed = undefined;
  }

  delete(key: string): void {
    if (!this.#objects.delete(key)) return;
    this.#removed = true;
    this.#listed = undefined;
  }

  list(namespace: string | undefined): readonly StoredObject[] {
    if (namespace !== undefined) return this.#withPrefix(`${namespace}/`);
    this.#listed ??= this.#withPrefix("");
    return this.#listed;
  }

  #withPrefix(prefix: string): readonly StoredObject[] {
    this.#sortKeys();
    const keys = this.#keys;
    const found: StoredObject[] = [];
    for (let at = this.#firstAtOrAfter(prefix); at < keys.length; at++) {
      const key = keys[at] ?? "";
      if (!key.startsWith(prefix)) break;
      const object = this.#objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  #firstAtOrAfter(text: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] ?? "") < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #sortKeys(): void {
    // After most changes the keys are two sorted runs, so the sort is linear.
    if (this.#added) this.#keys.sort();
    // A key that was removed and added again is in the list twice.
    if (this.#removed) this.#keys = this.#keys.filter((key, at, keys) => key !== keys[at - 1] && this.#objects.has(key));
    this.#added = false;
    this.#removed = false;
  }
}
