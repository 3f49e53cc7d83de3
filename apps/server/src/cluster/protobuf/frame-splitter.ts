import { Buffer } from "node:buffer";
import { TooLong } from "../line-splitter.ts";
import type { TakeBytes } from "../plain-chunks.ts";

const LENGTH_BYTES = 4;
/** A place for frames that come in parts; a longer one gets its own. */
const PLACE_BYTES = 65_536;

const lengthAt = (bytes: Buffer, at: number): number =>
  (bytes[at] ?? 0) * 2 ** 24 + (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));

/** Cuts a byte stream into the frames of a watch: four bytes of length, the highest first, then so many; a part at the end stays inside and is lost with the stream.
 *  Source: apimachinery pkg/util/framer, lengthDelimitedFrameReader. */
export class FrameSplitter {
  readonly #limitBytes: number;
  /** A frame that did not come whole, its length first. */
  #rest: Buffer = Buffer.alloc(0);
  #restBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Gives the frames that these bytes end, without their lengths, where they stand: whoever takes one may keep nothing of it. Throws TooLong for one beyond the limit, after those before
   *  it. O(bytes), whatever the number of parts that a frame comes in. */
  push(bytes: Buffer, from: number, to: number, take: TakeBytes): void {
    let at = this.#restBytes === 0 ? from : this.#complete(bytes, from, to, take);
    while (to - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + this.#checked(lengthAt(bytes, at));
      if (end > to) break;
      take(bytes, at + LENGTH_BYTES, end);
      at = end;
    }
    if (at < to) this.#add(bytes, at, to);
  }

  /** Adds what the frame needs that is begun, and gives it when it is whole; where what is left begins. */
  #complete(bytes: Buffer, from: number, to: number, take: TakeBytes): number {
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
    if (rest.length > PLACE_BYTES) this.#rest = Buffer.alloc(0);
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
    const longer = Buffer.allocUnsafeSlow(Math.max(length, PLACE_BYTES));
    this.#rest.copy(longer, 0, 0, this.#restBytes);
    this.#rest = longer;
  }

  #checked(length: number): number {
    if (length > this.#limitBytes) throw new TooLong(`a frame of ${length} bytes`);
    return length;
  }
}
