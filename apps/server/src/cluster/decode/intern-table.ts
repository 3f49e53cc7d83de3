/** Texts that are asked for again and again, each kept once. It forgets those that were not asked for while as many others as it has room for were: what is in use stays, what came once goes.
 *  *Invariant*: it holds at most twice its room. */
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

  /** The text object that was given first for this text. */
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
