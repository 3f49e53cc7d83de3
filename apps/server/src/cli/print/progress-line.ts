/** A line that a terminal overwrites. A pipe, or a terminal without control sequences, gets one line per change. */
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

  /** Ends the line, so that later output starts on a new one. */
  end(): void {
    if (this.#overwrites && this.#last !== "") this.#write("\n");
    this.#last = "";
  }

  /** Shortens the text to the terminal width, because a wrapped line is not overwritten. */
  #fitting(text: string): string {
    const columns = this.#columns() ?? 0;
    const characters = [...text];
    return columns === 0 || characters.length < columns ? text : `${characters.slice(0, Math.max(0, columns - 2)).join("")}…`;
  }
}
