/** A line that a terminal overwrites and a pipe gets once for each change. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  #last = "";

  constructor(write: (text: string) => void, isTerminal: boolean) {
    this.#write = write;
    this.#isTerminal = isTerminal;
  }

  show(text: string): void {
    if (text === this.#last) return;
    this.#last = text;
    this.#write(this.#isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
  }

  /** What follows begins on a line of its own. */
  end(): void {
    if (this.#isTerminal && this.#last !== "") this.#write("\n");
    this.#last = "";
  }
}
