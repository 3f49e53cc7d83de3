/** Keeps one string object for each frequent text. It drops a text that was not requested while `room` other texts
 *  were.
 *  *Invariant*: it holds at most twice `room` texts. */
export class InternTable {
  readonly #room: number;
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  constructor(room: number) {
    this.#room = room;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  holds(text: string): boolean {
    return this.#young.has(text) || this.#old.has(text);
  }

  /** Returns the first string object of this text. */
  intern(text: string): string {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const kept = this.#old.get(text) ?? text;
    if (this.#young.size >= this.#room) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(kept, kept);
    return kept;
  }
}
