import { LAST_DIGITS, LEADING_DIGITS } from "./digits.ts";

/** The text is malformed. Thrown only inside the codec: public decoders return undefined. */
export class DamagedText extends Error {}

/** By character code: the value of a last digit, the value of a leading digit + 64, or 255. */
const values = new Uint8Array(128).fill(255);
for (let digit = 0; digit < LAST_DIGITS.length; digit++) values[LAST_DIGITS.charCodeAt(digit)] = digit;
for (let digit = 0; digit < LEADING_DIGITS.length; digit++) values[LEADING_DIGITS.charCodeAt(digit)] = digit + 64;

/**
 * Reads the output of a TextWriter in order. Each method throws DamagedText if the text does not contain the expected
 * item.
 */
export class TextReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  number(): number {
    let leading = 0;
    for (;;) {
      const value = values[this.#text.charCodeAt(this.#at++)] ?? 255;
      if (value < 64) return leading * LAST_DIGITS.length + value;
      if (value === 255 || leading > Number.MAX_SAFE_INTEGER / 4000) throw new DamagedText();
      leading = leading * LEADING_DIGITS.length + value - 63;
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /**
   * Reads the number of following items. Each takes at least one character, so a larger number is damaged. A false
   * count allocates nothing.
   */
  count(): number {
    const value = this.number();
    if (value > this.#text.length - this.#at) throw new DamagedText();
    return value;
  }

  string(): string {
    const from = this.#at;
    const length = this.count();
    const start = this.#at;
    this.#at += length;
    const escaped = this.#text.slice(start, this.#at);
    if (!escaped.includes("\\")) return escaped;
    try {
      return JSON.parse(`"${escaped}"`) as string;
    } catch (error) {
      throw new DamagedText(`at ${from}`, { cause: error });
    }
  }

  /** Returns the next `length` characters without reading them. */
  skip(length: number): string {
    if (length > this.#text.length - this.#at) throw new DamagedText();
    this.#at += length;
    return this.#text.slice(this.#at - length, this.#at);
  }
}

/**
 * Decodes a complete text with `read`. Returns undefined on any error, because damaged text can lead to any value and
 * any exception.
 */
export function readText<T>(text: string, read: (reader: TextReader) => T): T | undefined {
  const reader = new TextReader(text);
  try {
    const value = read(reader);
    return reader.isAtEnd ? value : undefined;
  } catch {
    return undefined;
  }
}
