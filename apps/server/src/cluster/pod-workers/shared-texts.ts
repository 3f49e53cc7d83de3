/** Texts that repeat are sent to the other thread once. Past so many the table begins anew: names of nodes that are gone do not stay for ever. */
export const SHARED_TEXTS = 400_000;

/** The side that sends: a number for each text, from 1; 0 stands for none. */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #limit: number;
  #added: string[] = [];

  constructor(limit = SHARED_TEXTS) {
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

  /** Before numbers of a new batch are given: whether the other side is to forget all before it. */
  begin(): boolean {
    if (this.#numbers.size < this.#limit) return false;
    this.#numbers.clear();
    return true;
  }

  /** What the other side does not know yet, in the order of their numbers. */
  takeAdded(): readonly string[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }
}

/** The side that receives. */
export class KnownTexts {
  #texts: (string | undefined)[] = [undefined];

  learn(added: readonly string[], forgets: boolean): void {
    if (forgets) this.#texts = [undefined];
    for (const text of added) this.#texts.push(text);
  }

  at(number: number): string | undefined {
    return this.#texts[number];
  }
}
