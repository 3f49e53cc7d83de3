import { Buffer } from "node:buffer";

const LENGTH_BYTES = 4;

/** Cuts a byte stream into the frames of a watch: four bytes of length, the highest first, then so many; a part at the end stays inside and is lost with the stream.
 *  Source: apimachinery pkg/util/framer, lengthDelimitedFrameReader. */
export class FrameSplitter {
  readonly #limitBytes: number;
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #partBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The frames that `chunk` ends, without their lengths; throws RangeError for one beyond the limit. They may share memory with it. O(chunk), whatever the number of chunks
   *  that a frame comes in. */
  push(chunk: Buffer): readonly Buffer[] {
    this.#parts.push(chunk);
    this.#partBytes += chunk.length;
    if (this.#partBytes < this.#needed()) return [];
    const bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts, this.#partBytes);
    const frames: Buffer[] = [];
    let at = 0;
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = this.#checked(bytes.readUInt32BE(at));
      if (bytes.length - at - LENGTH_BYTES < length) break;
      frames.push(bytes.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length));
      at += LENGTH_BYTES + length;
    }
    // A copy: the chunk belongs to the socket's larger buffer, which would be held as long as this part.
    this.#rest = Buffer.from(bytes.subarray(at));
    this.#parts = this.#rest.length === 0 ? [] : [this.#rest];
    this.#partBytes = this.#rest.length;
    return frames;
  }

  /** How many bytes there must be before a frame is whole. */
  #needed(): number {
    if (this.#rest.length < LENGTH_BYTES) return LENGTH_BYTES;
    return LENGTH_BYTES + this.#checked(this.#rest.readUInt32BE(0));
  }

  #checked(length: number): number {
    if (length > this.#limitBytes) throw new RangeError(`a frame of ${length} bytes`);
    return length;
  }
}
