import { Buffer } from "node:buffer";

const NEWLINE = 10;
/** Longer than any object that etcd holds. */
export const LINE_LIMIT_BYTES = 8 * 1024 * 1024;

/** What came is longer than any object. */
export class TooLong extends RangeError {
  override readonly name = "TooLong";
}

/** Cuts a byte stream into lines; a part at the end without a newline stays inside and is lost with the stream. */
export class LineSplitter {
  readonly #limitBytes: number;
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(limitBytes = LINE_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  /** The complete lines that `chunk` ends, without their newlines (LF or CRLF) and without empty ones; throws TooLong for a line beyond the limit.
   *  O(chunk), whatever the number of chunks that a line comes in. */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const text = this.#line(chunk.subarray(from, at));
      if (text !== "") lines.push(text);
      from = at + 1;
    }
    if (from < chunk.length) {
      const part = chunk.subarray(from);
      this.#count(part.length);
      // A copy: the chunk belongs to the socket's larger buffer, which would be held as long as this part.
      this.#rest.push(Buffer.from(part));
    }
    return lines;
  }

  #line(end: Buffer): string {
    this.#count(end.length);
    // Whole lines are decoded at once, so that a character cut by a chunk is never torn.
    const line = this.#rest.length === 0 ? end : Buffer.concat([...this.#rest, end], this.#restBytes);
    this.#rest = [];
    this.#restBytes = 0;
    return line.toString("utf8").trim();
  }

  #count(bytes: number): void {
    this.#restBytes += bytes;
    if (this.#restBytes > this.#limitBytes) throw new TooLong(`a line of more than ${this.#limitBytes} bytes`);
  }
}
