import type { Buffer } from "node:buffer";

/** Receives a part of the bytes. The bytes are valid only during the call, because the buffer is reused. */
export type OnBytes = (bytes: Buffer, from: number, to: number) => void;

const CR = 13;
const LF = 10;
/** More digits than any chunk of an API server needs. Node's parser reads longer sizes. */
const MAX_DIGITS = 7;
const STATE = { size: 0, sizeEnd: 1, data: 2, dataEnd: 3, chunkEnd: 4 } as const;

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Decodes a chunked body (RFC 9112, 7.1) while it is plain: chunks with a size and nothing else. Leaves the last
 *  chunk, extensions and malformed bytes to Node's parser, which has seen none of the body before. Node's parser
 *  continues at the chunk where this one stops. SocketBodyReader has the gain of both. */
export class ChunkedBodyParser {
  #state: (typeof STATE)[keyof typeof STATE] = STATE.size;
  #size = 0;
  #digits = 0;
  #left = 0;

  /** Passes the data of the received bytes to `onData`. Returns the position from which Node's parser must read, after
   *  `owed`; -1 if all bytes were plain. */
  take(bytes: Buffer, from: number, to: number, onData: OnBytes): number {
    for (let at = from; at < to; ) {
      if (this.#state === STATE.data) {
        const end = Math.min(to, at + this.#left);
        this.#left -= end - at;
        if (this.#left === 0) this.#state = STATE.dataEnd;
        onData(bytes, at, end);
        at = end;
      } else if (this.#step(bytes[at] ?? 0)) at++;
      else return at;
    }
    return -1;
  }

  /** The text that Node's parser must get before the byte at which `take` stopped: the digits of the size that were
   *  read, or an invalid size if a chunk does not end properly. */
  get owed(): string {
    switch (this.#state) {
      case STATE.size:
      case STATE.sizeEnd: {
        const size = this.#digits === 0 ? "" : this.#size.toString(16).padStart(this.#digits, "0");
        return this.#state === STATE.size ? size : `${size}\r`;
      }
      default:
        return "?";
    }
  }

  /** Reads one byte between the data. Returns false for a byte that no plain chunk has. */
  #step(byte: number): boolean {
    switch (this.#state) {
      case STATE.size: {
        const digit = hexDigit(byte);
        if (digit >= 0 && this.#digits < MAX_DIGITS) {
          this.#size = this.#size * 16 + digit;
          this.#digits++;
          return true;
        }
        if (byte !== CR || this.#size === 0) return false;
        this.#state = STATE.sizeEnd;
        return true;
      }
      case STATE.sizeEnd:
        if (byte !== LF) return false;
        this.#left = this.#size;
        this.#size = 0;
        this.#digits = 0;
        this.#state = STATE.data;
        return true;
      case STATE.dataEnd:
        if (byte !== CR) return false;
        this.#state = STATE.chunkEnd;
        return true;
      default:
        if (byte !== LF) return false;
        this.#state = STATE.size;
        return true;
    }
  }
}
