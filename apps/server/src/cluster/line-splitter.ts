import { Buffer } from "node:buffer";

const NEWLINE = 10;
/** Longer than any object that etcd holds. */
export const LINE_LIMIT_BYTES = 8 * 1024 * 1024;

/** Cuts a byte stream into lines; a part at the end without a newline stays inside and is lost with the stream. */
export class LineSplitter {
  #rest: Buffer[] = [];
  #restBytes = 0;

  /** The complete lines that `chunk` ends, without their newlines; throws RangeError for a line beyond the limit. */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const part = chunk.subarray(from, at);
      // Whole lines are decoded at once, so that a character cut by a chunk is never torn.
      const line = this.#rest.length === 0 ? part : Buffer.concat([...this.#rest, part]);
      this.#rest = [];
      this.#restBytes = 0;
      const text = line.toString("utf8").trim();
      if (text !== "") lines.push(text);
      from = at + 1;
    }
    if (from < chunk.length) {
      const part = chunk.subarray(from);
      this.#rest.push(Buffer.from(part));
      this.#restBytes += part.length;
      if (this.#restBytes > LINE_LIMIT_BYTES) throw new RangeError(`a line of more than ${LINE_LIMIT_BYTES} bytes`);
    }
    return lines;
  }
}
