import { Buffer } from "node:buffer";

/** Returns a checksum of bytes. O(bytes). */
export function byteChecksum(bytes: Buffer, from: number, to: number): number {
  let sum = to - from;
  let at = from;
  // Four bytes at a time, because each step waits for the previous one.
  for (; at + 4 <= to; at += 4) {
    const four = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    sum = Math.imul(sum ^ four, 0x01000193);
    sum ^= sum >>> 15;
  }
  for (; at < to; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}

interface CacheEntry<T> {
  readonly bytes: Buffer;
  readonly value: T;
}

/** Caches values of frequent bytes, for example the labels and the owner of all pods of a DaemonSet, so that they
 *  are decoded once. Each slot keeps the last bytes that missed it twice in a row. Bytes that occur once, like the
 *  labels of a node, are neither copied nor kept. */
export class ByteCache<T> {
  readonly #slots: (CacheEntry<T> | undefined)[];
  /** The checksum of the last bytes of each slot that missed the cache. */
  readonly #missed: Uint32Array;
  readonly #maxBytes: number;

  /** `slots` is a power of two. */
  constructor(slots: number, maxBytes: number) {
    this.#slots = new Array<CacheEntry<T> | undefined>(slots).fill(undefined);
    this.#missed = new Uint32Array(slots);
    this.#maxBytes = maxBytes;
  }

  /** Returns the cached value of equal bytes, or the result of `make`. */
  get(bytes: Buffer, from: number, to: number, make: (bytes: Buffer, from: number, to: number) => T): T {
    if (to - from > this.#maxBytes) return make(bytes, from, to);
    const sum = byteChecksum(bytes, from, to);
    const slot = sum & (this.#slots.length - 1);
    const entry = this.#slots[slot];
    if (entry !== undefined && isSame(entry.bytes, bytes, from, to)) return entry.value;
    const value = make(bytes, from, to);
    if (this.#missed[slot] === sum) this.#slots[slot] = { bytes: Buffer.from(bytes.subarray(from, to)), value };
    else this.#missed[slot] = sum;
    return value;
  }
}

function isSame(cached: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (cached.length !== to - from) return false;
  for (let at = 0; at < cached.length; at++) if (cached[at] !== bytes[from + at]) return false;
  return true;
}

/** A cache for short and frequent bytes, like conditions of pods. A miss copies the bytes into a preallocated slot. */
export class SmallByteCache<T> {
  readonly #values: (T | undefined)[];
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;
  readonly #maxBytes: number;

  /** `slots` is a power of two; `maxBytes` at most 255. */
  constructor(slots: number, maxBytes: number) {
    this.#values = new Array<T | undefined>(slots).fill(undefined);
    this.#bytes = new Uint8Array(slots * maxBytes);
    this.#lengths = new Uint8Array(slots);
    this.#maxBytes = maxBytes;
  }

  /** Returns the cached value of equal bytes, or the result of `make`. */
  get(bytes: Buffer, from: number, to: number, make: (bytes: Buffer, from: number, to: number) => T): T {
    const length = to - from;
    if (length > this.#maxBytes) return make(bytes, from, to);
    const slot = byteChecksum(bytes, from, to) & (this.#values.length - 1);
    const begin = slot * this.#maxBytes;
    const known = this.#values[slot];
    if (known !== undefined && this.#lengths[slot] === length && this.#isAt(begin, bytes, from, length)) return known;
    const value = make(bytes, from, to);
    for (let at = 0; at < length; at++) this.#bytes[begin + at] = bytes[from + at] ?? 0;
    this.#lengths[slot] = length;
    this.#values[slot] = value;
    return value;
  }

  #isAt(begin: number, bytes: Buffer, from: number, length: number): boolean {
    const cached = this.#bytes;
    for (let at = 0; at < length; at++) if (cached[begin + at] !== bytes[from + at]) return false;
    return true;
  }
}
