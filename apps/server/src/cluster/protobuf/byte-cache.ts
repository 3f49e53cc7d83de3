import { Buffer } from "node:buffer";

/** A number for bytes, the same for the same ones. O(bytes). */
export function sumOfBytes(bytes: Buffer, from: number, to: number): number {
  let sum = to - from;
  let at = from;
  // Four at a time: each step waits for the one before.
  for (; at + 4 <= to; at += 4) {
    const four = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    sum = Math.imul(sum ^ four, 0x01000193);
    sum ^= sum >>> 15;
  }
  for (; at < to; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}

interface Kept<T> {
  readonly bytes: Buffer;
  readonly value: T;
}

/** What was made of bytes that come again and again, as the labels and the owner of all pods of a DaemonSet: found by the bytes, so that not much is made of them again. Of those with
 *  the same place the last is kept that came twice in a row there: what comes once, as the labels of each of many nodes, is neither copied nor held. */
export class ByteCache<T> {
  readonly #places: (Kept<T> | undefined)[];
  /** The sum of the bytes that came last to each place and were not what is kept there. */
  readonly #missed: Uint32Array;
  readonly #mostBytes: number;

  /** `places` is a power of two. */
  constructor(places: number, mostBytes: number) {
    this.#places = new Array<Kept<T> | undefined>(places).fill(undefined);
    this.#missed = new Uint32Array(places);
    this.#mostBytes = mostBytes;
  }

  /** What `make` makes of the bytes, or made of the same ones before. */
  valueOf(bytes: Buffer, from: number, to: number, make: (bytes: Buffer, from: number, to: number) => T): T {
    if (to - from > this.#mostBytes) return make(bytes, from, to);
    const sum = sumOfBytes(bytes, from, to);
    const place = sum & (this.#places.length - 1);
    const kept = this.#places[place];
    if (kept !== undefined && isSame(kept.bytes, bytes, from, to)) return kept.value;
    const value = make(bytes, from, to);
    if (this.#missed[place] === sum) this.#places[place] = { bytes: Buffer.from(bytes.subarray(from, to)), value };
    else this.#missed[place] = sum;
    return value;
  }
}

function isSame(kept: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (kept.length !== to - from) return false;
  for (let at = 0; at < kept.length; at++) if (kept[at] !== bytes[from + at]) return false;
  return true;
}

/** The same for what is short and of which there is much, as conditions of pods: what is not found is copied into a place that is there already. */
export class ShortByteCache<T> {
  readonly #values: (T | undefined)[];
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;
  readonly #mostBytes: number;

  /** `places` is a power of two; `mostBytes` at most 255. */
  constructor(places: number, mostBytes: number) {
    this.#values = new Array<T | undefined>(places).fill(undefined);
    this.#bytes = new Uint8Array(places * mostBytes);
    this.#lengths = new Uint8Array(places);
    this.#mostBytes = mostBytes;
  }

  /** What `make` makes of the bytes, or made of the same ones before. */
  valueOf(bytes: Buffer, from: number, to: number, make: (bytes: Buffer, from: number, to: number) => T): T {
    const length = to - from;
    if (length > this.#mostBytes) return make(bytes, from, to);
    const place = sumOfBytes(bytes, from, to) & (this.#values.length - 1);
    const begin = place * this.#mostBytes;
    const known = this.#values[place];
    if (known !== undefined && this.#lengths[place] === length && this.#isAt(begin, bytes, from, length)) return known;
    const value = make(bytes, from, to);
    for (let at = 0; at < length; at++) this.#bytes[begin + at] = bytes[from + at] ?? 0;
    this.#lengths[place] = length;
    this.#values[place] = value;
    return value;
  }

  #isAt(begin: number, bytes: Buffer, from: number, length: number): boolean {
    const kept = this.#bytes;
    for (let at = 0; at < length; at++) if (kept[begin + at] !== bytes[from + at]) return false;
    return true;
  }
}
