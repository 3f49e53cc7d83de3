import type { Buffer } from "node:buffer";

/** Takes a part of what came. The bytes are good until it returns: they are read into again. */
export type TakeBytes = (bytes: Buffer, from: number, to: number) => void;

const CR = 13;
const LF = 10;
/** More than any chunk of an API server; longer sizes are the parser's. */
const MOST_DIGITS = 7;
const AT = { size: 0, sizeEnd: 1, data: 2, dataEnd: 3, chunkEnd: 4 } as const;

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Takes a chunked body apart (RFC 9112, 7.1), as far as it is plain: chunks with a size and nothing else. What is not (the last chunk, an extension, what is malformed) is for a parser that
 *  has seen none of it: it goes on at the chunk where this stops. */
export class PlainChunks {
  #at: (typeof AT)[keyof typeof AT] = AT.size;
  #size = 0;
  #digits = 0;
  #left = 0;

  /** Gives the data of what came; where it stops is for the parser, after what is `owed`. -1 when all was plain. */
  take(bytes: Buffer, from: number, to: number, data: TakeBytes): number {
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

  /** What the parser must be given before the byte that this stopped at: the size as far as it was read; what is no size where a chunk does not end as it should. */
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

  /** One byte between the data; false where it is not plain. */
  #step(byte: number): boolean {
    switch (this.#at) {
      case AT.size: {
        const digit = hexDigit(byte);
        if (digit >= 0 && this.#digits < MOST_DIGITS) {
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
