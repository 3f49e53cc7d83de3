/** A line that a terminal overwrites; a pipe, and a terminal that takes no control sequences, get one for each change. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #overwrites: boolean;
  readonly #columns: () => number | undefined;
  #last = "";

  constructor(write: (text: string) => void, overwrites: boolean, columns: () => number | undefined) {
    this.#write = write;
    this.#overwrites = overwrites;
    this.#columns = columns;
  }

  show(text: string): void {
    if (text === this.#last) return;
    this.#last = text;
    this.#write(this.#overwrites ? `\r\u001b[K${this.#fitting(text)}` : `${text}\n`);
  }

  /** What follows begins on a line of its own. */
  end(): void {
    if (this.#overwrites && this.#last !== "") this.#write("\n");
    this.#last = "";
  }

  /** One that is wider than the terminal would go on in a second line, which nothing overwrites. */
  #fitting(text: string): string {
    const columns = this.#columns() ?? 0;
    const characters = [...text];
    return columns === 0 || characters.length < columns ? text : `${characters.slice(0, Math.max(0, columns - 2)).join("")}…`;
  }
}
