import { LAST_DIGITS, LEADING_DIGITS } from "./digits.ts";

const { length: LAST } = LAST_DIGITS;
const { length: LEADING } = LEADING_DIGITS;

/** Writes numbers and strings as one printable text; small numbers take one character. */
export class TextWriter {
  #text = "";

  get text(): string {
    return this.#text;
  }

  /** Writes an integer from 0 to 2⁵³: one character below 62, two below 1,922, three below 57,722. */
  number(value: number): void {
    let text = LAST_DIGITS.charAt(value % LAST);
    for (let rest = Math.floor(value / LAST); rest > 0; rest = Math.floor((rest - 1) / LEADING)) {
      text = LEADING_DIGITS.charAt((rest - 1) % LEADING) + text;
    }
    this.#text += text;
  }

  /** Writes a signed integer: 0, -1, 1, -2… as 0, 1, 2, 3… */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes a string: its length, then its JSON form without the quotation marks. */
  string(value: string): void {
    const escaped = JSON.stringify(value).slice(1, -1);
    this.number(escaped.length);
    this.#text += escaped;
  }

  /** Appends the output of another writer. */
  append(text: string): void {
    this.#text += text;
  }
}
