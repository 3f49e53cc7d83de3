import type { Buffer } from "node:buffer";

/** Two words that represent the hashed content. Other content has the same words with a probability of 2^-64, and
 *  cannot be constructed without the key. Never both 0. */
export interface Fingerprint {
  a: number;
  b: number;
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** HalfSipHash-2-4 of words, with 64 bits of key and of result. One hash at a time: `begin`, the content,
 *  `endInto`. O(bytes). Source: Aumasson and Bernstein, SipHash: a fast short-input PRF, and its reference
 *  halfsiphash.c. */
export class KeyedHash {
  readonly #keyA: number;
  readonly #keyB: number;
  #v0 = 0;
  #v1 = 0;
  #v2 = 0;
  #v3 = 0;
  #words = 0;

  constructor(keyA: number, keyB: number) {
    this.#keyA = keyA | 0;
    this.#keyB = keyB | 0;
  }

  begin(): void {
    this.#v0 = this.#keyA;
    this.#v1 = this.#keyB ^ 0xee;
    this.#v2 = 0x6c796765 ^ this.#keyA;
    this.#v3 = 0x74656462 ^ this.#keyB;
    this.#words = 0;
  }

  word(word: number): void {
    this.#words++;
    this.#v3 ^= word;
    this.#rounds(2);
    this.#v0 ^= word;
  }

  /** Adds bytes and their number, so that other splits of the same bytes have other hashes. */
  bytes(bytes: Buffer, from: number, to: number): void {
    this.word(to - from);
    let at = from;
    for (; at + 4 <= to; at += 4)
      this.word((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
    if (at === to) return;
    let rest = 0;
    for (let shift = 0; at < to; at++, shift += 8) rest |= (bytes[at] ?? 0) << shift;
    this.word(rest);
  }

  endInto(fingerprint: Fingerprint): void {
    this.word(this.#words << 24);
    this.#v2 ^= 0xee;
    this.#rounds(4);
    fingerprint.a = (this.#v1 ^ this.#v3) >>> 0;
    this.#v1 ^= 0xdd;
    this.#rounds(4);
    fingerprint.b = (this.#v1 ^ this.#v3) >>> 0;
    if (fingerprint.a === 0 && fingerprint.b === 0) fingerprint.b = 1;
  }

  #rounds(count: number): void {
    let v0 = this.#v0;
    let v1 = this.#v1;
    let v2 = this.#v2;
    let v3 = this.#v3;
    for (let at = 0; at < count; at++) {
      v0 = (v0 + v1) | 0;
      v1 = rotated(v1, 5) ^ v0;
      v0 = rotated(v0, 16);
      v2 = (v2 + v3) | 0;
      v3 = rotated(v3, 8) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = rotated(v3, 7) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = rotated(v1, 13) ^ v2;
      v2 = rotated(v2, 16);
    }
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
  }
}
