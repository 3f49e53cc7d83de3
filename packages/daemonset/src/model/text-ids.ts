/** A small number for each text that is in use, and the text again; one that nobody uses any more is forgotten. */
export class TextIds {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #uses: number[] = [];
  readonly #free: number[] = [];

  /** -1 for one that is not in use. */
  find(text: string): number {
    return this.#ids.get(text) ?? -1;
  }

  at(id: number): string {
    return this.#texts[id] ?? "";
  }

  /** The number of a text, which is used once more. */
  use(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) {
      this.#uses[known] = (this.#uses[known] ?? 0) + 1;
      return known;
    }
    const id = this.#free.pop() ?? this.#texts.length;
    this.#ids.set(text, id);
    this.#texts[id] = text;
    this.#uses[id] = 1;
    return id;
  }

  release(id: number): void {
    const left = (this.#uses[id] ?? 0) - 1;
    this.#uses[id] = left;
    if (left > 0) return;
    this.#ids.delete(this.at(id));
    this.#texts[id] = "";
    this.#free.push(id);
  }
}
