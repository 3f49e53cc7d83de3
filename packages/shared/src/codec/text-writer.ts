import { LAST_DIGITS, LEADING_DIGITS } from "./digits.ts";

const { length: LAST } = LAST_DIGITS;
const { length: LEADING } = LEADING_DIGITS;

/** Numbers and texts as one printable text: what is small takes one character. */
export class TextWriter {
  #text = "";

  get text(): string {
    return this.#text;
  }

  /** A whole number from 0 on, up to 2⁵³: below 62 one character, below 1,922 two, below 57,722 three. */
  number(value: number): void {
    let text = LAST_DIGITS.charAt(value % LAST);
    for (let rest = Math.floor(value / LAST); rest > 0; rest = Math.floor((rest - 1) / LEADING)) {
      text = LEADING_DIGITS.charAt((rest - 1) % LEADING) + text;
    }
    this.#text += text;
  }

  /** A whole number of either sign: 0, -1, 1, -2… as 0, 1, 2, 3… */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Any text: its length, and itself as JSON has it between quotation marks. */
  string(value: string): void {
    const escaped = JSON.stringify(value).slice(1, -1);
    this.number(escaped.length);
    this.#text += escaped;
  }

  /** What another writer made. */
  append(text: string): void {
    this.#text += text;
  }
}
