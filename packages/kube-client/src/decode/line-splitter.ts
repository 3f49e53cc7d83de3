import { Buffer } from "node:buffer";

const NEWLINE = 10;
/** Longer than any object in etcd. */
export const LINE_LIMIT_BYTES = 8 * 1024 * 1024;

/** A line or a frame is longer than any object. */
export class TooLong extends RangeError {
  override readonly name = "TooLong";
}

/** Splits a byte stream into lines. An incomplete last line stays in the buffer and is lost with the stream. */
export class LineSplitter {
  readonly #limitBytes: number;
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(limitBytes = LINE_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  /** Returns the lines that `chunk` completes, without newlines (LF or CRLF), without white space at both ends, and
   *  without empty lines. Throws TooLong for a line beyond the limit. O(chunk), regardless of the number of chunks of
   *  a line. */
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
      // A copy: the chunk belongs to the socket's larger buffer, which would stay in memory with this part.
      this.#rest.push(Buffer.from(part));
    }
    return lines;
  }

  #line(end: Buffer): string {
    this.#count(end.length);
    // Decodes whole lines, so that a chunk border never splits a character.
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
