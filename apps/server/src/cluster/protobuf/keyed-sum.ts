import type { Buffer } from "node:buffer";

/** Two words that stand for what was summed: of other contents they are the same once in 2^64, and nobody who does not know the key can look for such. Never both 0. */
export interface Print {
  a: number;
  b: number;
}

/** Rounds after each word, and at the end of each half of the result. */
const ROUNDS = 2;
const LAST_ROUNDS = 4;
const FIRST_WORDS = 1024;

/** HalfSipHash-2-4 of words, with 64 bits of key and of result. One at a time: `begin`, what there is, `endInto`. O(bytes).
 *  Source: Aumasson and Bernstein, SipHash: a fast short-input PRF, and its reference halfsiphash.c. */
export class KeyedSum {
  readonly #keyA: number;
  readonly #keyB: number;
  /** What is summed at the end, in one loop. */
  #words = new Int32Array(FIRST_WORDS);
  #count = 0;

  constructor(keyA: number, keyB: number) {
    this.#keyA = keyA | 0;
    this.#keyB = keyB | 0;
  }

  begin(): void {
    this.#count = 0;
  }

  word(word: number): void {
    this.#reach(1);
    this.#words[this.#count++] = word;
  }

  /** Bytes and how many they are, so that what follows them is told from them. */
  bytes(bytes: Buffer, from: number, to: number): void {
    this.#reach(2 + ((to - from) >>> 2));
    const words = this.#words;
    let count = this.#count;
    words[count++] = to - from;
    let at = from;
    for (; at + 4 <= to; at += 4)
      words[count++] = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    let rest = 0;
    for (let shift = 0; at < to; at++, shift += 8) rest |= (bytes[at] ?? 0) << shift;
    words[count++] = rest;
    this.#count = count;
  }

  endInto(print: Print): void {
    this.word(this.#count << 24);
    const words = this.#words;
    const count = this.#count;
    let v0 = this.#keyA;
    let v1 = this.#keyB ^ 0xee;
    let v2 = 0x6c796765 ^ this.#keyA;
    let v3 = 0x74656462 ^ this.#keyB;
    let a = 0;
    for (let at = 0; at < count + 2; at++) {
      const word = at < count ? (words[at] ?? 0) : 0;
      v3 ^= word;
      if (at === count) v2 ^= 0xee;
      if (at === count + 1) {
        a = v1 ^ v3;
        v1 ^= 0xdd;
      }
      const rounds = at < count ? ROUNDS : LAST_ROUNDS;
      for (let round = 0; round < rounds; round++) {
        v0 = (v0 + v1) | 0;
        v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
        v0 = (v0 << 16) | (v0 >>> 16);
        v2 = (v2 + v3) | 0;
        v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
        v0 = (v0 + v3) | 0;
        v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
        v2 = (v2 + v1) | 0;
        v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
        v2 = (v2 << 16) | (v2 >>> 16);
      }
      v0 ^= word;
    }
    print.a = a >>> 0;
    print.b = (v1 ^ v3) >>> 0;
    if (print.a === 0 && print.b === 0) print.b = 1;
  }

  #reach(more: number): void {
    if (this.#count + more <= this.#words.length) return;
    const longer = new Int32Array((this.#count + more) * 2);
    longer.set(this.#words.subarray(0, this.#count));
    this.#words = longer;
  }
}
