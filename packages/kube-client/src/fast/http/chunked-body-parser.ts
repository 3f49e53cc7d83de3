import type { Buffer } from "node:buffer";

/** Takes a part of the received bytes. They are valid until it returns: the buffer is reused. */
export type OnBytes = (bytes: Buffer, from: number, to: number) => void;

const CR = 13;
const LF = 10;
/** More digits than any chunk of an API server needs; the parser reads longer sizes. */
const MAX_DIGITS = 7;
const AT = { size: 0, sizeEnd: 1, data: 2, dataEnd: 3, chunkEnd: 4 } as const;

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Decodes a chunked body (RFC 9112, 7.1) while it is plain: chunks with a size and nothing else. The last chunk,
 *  an extension and malformed bytes are for a parser that has seen none of the body. That parser continues at the
 *  chunk where this stops. */
export class ChunkedBodyParser {
  #at: (typeof AT)[keyof typeof AT] = AT.size;
  #size = 0;
  #digits = 0;
  #left = 0;

  /** Passes the data of the received bytes to `data`. Returns the position from which the parser reads, after
   *  `owed`; -1 if all was plain. */
  take(bytes: Buffer, from: number, to: number, data: OnBytes): number {
    for (let at = from; at < to; ) {
      if (this.#at === AT.data) {
        const end = Math.min(to, at + this.#left);
        this.#left -= end - at;
        if (this.#left === 0) this.#at = AT.dataEnd;
        data(bytes, at, end);
        at = end;
      } else if (this.#step(bytes[at] ?? 0)) at++;
      else return at;
    }
    return -1;
  }

  /** The text that the parser must get before the byte at which `take` stopped. It is the size digits read, or an
   *  invalid size if a chunk does not end properly. */
  get owed(): string {
    switch (this.#at) {
      case AT.size:
      case AT.sizeEnd: {
        const size = this.#digits === 0 ? "" : this.#size.toString(16).padStart(this.#digits, "0");
        return this.#at === AT.size ? size : `${size}\r`;
      }
      default:
        return "?";
    }
  }

  /** Reads one byte between the data. Returns false if it is not plain. */
  #step(byte: number): boolean {
    switch (this.#at) {
      case AT.size: {
        const digit = hexDigit(byte);
        if (digit >= 0 && this.#digits < MAX_DIGITS) {
          this.#size = this.#size * 16 + digit;
          this.#digits++;
          return true;
        }
        if (byte !== CR || this.#size === 0) return false;
        this.#at = AT.sizeEnd;
        return true;
      }
      case AT.sizeEnd:
        if (byte !== LF) return false;
        this.#left = this.#size;
        this.#size = 0;
        this.#digits = 0;
        this.#at = AT.data;
        return true;
      case AT.dataEnd:
        if (byte !== CR) return false;
        this.#at = AT.chunkEnd;
        return true;
      default:
        if (byte !== LF) return false;
        this.#at = AT.size;
        return true;
    }
  }
}
