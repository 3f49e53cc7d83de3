/**
 * Returns the source form of a number or boolean, by its object or list and its key: `1.10`, `yes`, `007`. Undefined if
 * it equals the parsed form.
 */
export type ScalarSources = (holder: object, key: string | number) => string | undefined;

/** Records the source forms of scalars, because a user must quote the text as written, not the parsed value. */
export class ScalarRecorder {
  readonly #sources = new WeakMap<object, Map<string | number, string>>();

  readonly sourceOf: ScalarSources = (holder, key) => this.#sources.get(holder)?.get(key);

  /** Records the source form of a value, by its object or list and its key. */
  record(holder: object, key: string | number, source: string): void {
    const sources = this.#sources.get(holder) ?? new Map<string | number, string>();
    this.#sources.set(holder, sources.set(key, source));
  }

  /** Removes what is recorded of a value that a later one replaces. */
  forget(holder: object, key: string | number): void {
    this.#sources.get(holder)?.delete(key);
  }

  /** Removes what is recorded in a value, at any depth. */
  forgetWithin(value: unknown): void {
    const pending: unknown[] = [value];
    while (pending.length > 0) {
      const each = pending.pop();
      if (typeof each !== "object" || each === null) continue;
      this.#sources.delete(each);
      pending.push(...Object.values(each));
    }
  }
}
