import { Buffer } from "node:buffer";
import { TooLong } from "../../decode/line-splitter.ts";
import type { OnBytes } from "../http/chunked-body-parser.ts";

const LENGTH_BYTES = 4;
/** Size of the buffer for incomplete frames; a longer frame gets a larger one. */
const BUFFER_BYTES = 65_536;

const lengthAt = (bytes: Buffer, at: number): number =>
  (bytes[at] ?? 0) * 2 ** 24 + (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));

/** Splits a byte stream into the frames of a watch: a length of four bytes, big-endian, then the content. An
 *  incomplete last frame stays in the buffer and is lost with the stream. Source: apimachinery pkg/util/framer,
 *  lengthDelimitedFrameReader. */
export class FrameSplitter {
  readonly #limitBytes: number;
  /** An incomplete frame, with its length. */
  #rest: Buffer = Buffer.alloc(0);
  #restBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Passes the frames that these bytes complete, in place and without their lengths: `take` must not keep the
   *  bytes. Throws TooLong for a frame beyond the limit, after the frames before it. O(bytes), regardless of the
   *  number of parts of a frame. */
  push(bytes: Buffer, from: number, to: number, take: OnBytes): void {
    let at = this.#restBytes === 0 ? from : this.#complete(bytes, from, to, take);
    while (to - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + this.#checked(lengthAt(bytes, at));
      if (end > to) break;
      take(bytes, at + LENGTH_BYTES, end);
      at = end;
    }
    if (at < to) this.#add(bytes, at, to);
  }

  /** Adds the missing bytes of the incomplete frame, and passes it on when it is complete. Returns the position
   *  after them. */
  #complete(bytes: Buffer, from: number, to: number, take: OnBytes): number {
    const lengthEnd = Math.min(to, from + Math.max(0, LENGTH_BYTES - this.#restBytes));
    this.#add(bytes, from, lengthEnd);
    if (this.#restBytes < LENGTH_BYTES) return to;
    const whole = LENGTH_BYTES + this.#checked(lengthAt(this.#rest, 0));
    const end = Math.min(to, lengthEnd + whole - this.#restBytes);
    this.#reach(whole);
    this.#add(bytes, lengthEnd, end);
    if (this.#restBytes < whole) return to;
    this.#restBytes = 0;
    const rest = this.#rest;
    if (rest.length > BUFFER_BYTES) this.#rest = Buffer.alloc(0);
    take(rest, LENGTH_BYTES, whole);
    return end;
  }

  #add(bytes: Buffer, from: number, to: number): void {
    this.#reach(this.#restBytes + to - from);
    bytes.copy(this.#rest, this.#restBytes, from, to);
    this.#restBytes += to - from;
  }

  #reach(length: number): void {
    if (length <= this.#rest.length) return;
    const longer = Buffer.allocUnsafeSlow(Math.max(length, BUFFER_BYTES));
    this.#rest.copy(longer, 0, 0, this.#restBytes);
    this.#rest = longer;
  }

  #checked(length: number): number {
    if (length > this.#limitBytes) throw new TooLong(`a frame of ${length} bytes`);
    return length;
  }
}
