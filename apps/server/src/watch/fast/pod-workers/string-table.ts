/** Limit of the texts that are sent to the other thread once. At the limit the table starts again, so that names
 *  of deleted nodes do not stay forever. */
const MAX_SHARED_STRINGS = 400_000;

/** The sending side: a number for each text, from 1; 0 means no text. */
export class StringTableWriter {
  readonly #numbers = new Map<string, number>();
  readonly #limit: number;
  #added: string[] = [];

  constructor(limit = MAX_SHARED_STRINGS) {
    this.#limit = limit;
  }

  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, number);
    this.#added.push(text);
    return number;
  }

  /** Call before the numbers of a new batch. Returns true if the other side must forget all earlier ones. */
  begin(): boolean {
    if (this.#numbers.size < this.#limit) return false;
    this.#numbers.clear();
    return true;
  }

  /** Returns the texts that the other side does not know yet, in the order of their numbers. */
  takeAdded(): readonly string[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }
}

/** The receiving side. */
export class StringTableReader {
  #texts: (string | undefined)[] = [undefined];

  learn(added: readonly string[], forgets: boolean): void {
    if (forgets) this.#texts = [undefined];
    for (const text of added) this.#texts.push(text);
  }

  at(number: number): string | undefined {
    return this.#texts[number];
  }
}
