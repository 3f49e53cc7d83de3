import { displayWidth, fitting, fittingStart } from "./display-width.ts";

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
    return columns === 0 || displayWidth(text) < columns ? text : shortened(text, columns - 1);
  }
}

/** Returns a text in at most `columns` columns. The part after its last colon has the numbers, so it is kept first. */
function shortened(text: string, columns: number): string {
  const colon = text.lastIndexOf(": ");
  const end = colon < 0 ? text : text.slice(colon + 2);
  const room = columns - displayWidth(`...: ${end}`);
  if (room >= 0) return `${fittingStart(text, room)}...: ${end}`;
  return fitting(end, columns);
}
