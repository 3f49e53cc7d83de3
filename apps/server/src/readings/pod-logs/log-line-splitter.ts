import { Buffer } from "node:buffer";
import { LOG_LINE_BYTES } from "@daemonscope/shared/http/logs";

const NEWLINE = 10;

/** Splits a container's output into lines. Keeps the start of a line that is too long and counts the rest, so that
 *  no container fills the memory. */
export class LogLineSplitter {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #cutBytes = 0;

  /** Returns the lines that `chunk` completes, without newlines. */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  /** Returns the text after the last newline: a crashed container may have written its last message there. */
  end(): readonly string[] {
    return this.#keptBytes === 0 ? [] : [this.#take()];
  }

  #keep(part: Buffer): void {
    const room = LOG_LINE_BYTES - this.#keptBytes;
    // A copy: the chunk belongs to the socket's larger buffer.
    if (part.length > 0 && room > 0) this.#kept.push(Buffer.from(part.subarray(0, room)));
    this.#keptBytes += Math.min(part.length, room);
    this.#cutBytes += Math.max(0, part.length - room);
  }

  #take(): string {
    const text = Buffer.concat(this.#kept, this.#keptBytes).toString("utf8");
    const line = this.#cutBytes === 0 ? text.replace(/\r$/, "") : `${text.replace(/\ufffd+$/, "")} … (${this.#cutBytes} more bytes)`;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#cutBytes = 0;
    return line;
  }
}
