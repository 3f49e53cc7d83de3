const WORDS = 4;
const UUID_LENGTH = 36;

/** The value of a hexadecimal digit by its code, in lower case; 255 for anything else. */
const DIGITS = new Uint8Array(128).fill(255);
for (const [value, digit] of [..."0123456789abcdef"].entries()) DIGITS[digit.charCodeAt(0)] = value;
const BYTES = Array.from({ length: 256 }, (_value, byte) => byte.toString(16).padStart(2, "0"));

/** The words of the uid that was read last, and that uid: it is mostly the same that is asked of next. */
const read = new Uint32Array(WORDS);
let readUid: string | undefined;
const DASH = 45;

/** The number of `digits` hexadecimal digits; not a whole one where one is none. */
function hexAt(uid: string, from: number, digits: number): number {
  let number = 0;
  let worst = 0;
  for (let at = from; at < from + digits; at++) {
    const code = uid.charCodeAt(at);
    const digit = code < 128 ? (DIGITS[code] ?? 255) : 255;
    worst |= digit;
    number = (number << 4) | digit;
  }
  return worst > 15 ? Number.NaN : number >>> 0;
}

/** Reads a uid as the API server makes them into `read`; false for any other text. */
function readUuid(uid: string): boolean {
  if (uid === readUid) return true;
  if (uid.length !== UUID_LENGTH) return false;
  const areDashes = uid.charCodeAt(8) === DASH && uid.charCodeAt(13) === DASH && uid.charCodeAt(18) === DASH && uid.charCodeAt(23) === DASH;
  const a = hexAt(uid, 0, 8);
  const b = hexAt(uid, 9, 4) * 0x10000 + hexAt(uid, 14, 4);
  const c = hexAt(uid, 19, 4) * 0x10000 + hexAt(uid, 24, 4);
  const d = hexAt(uid, 28, 8);
  if (!areDashes || Number.isNaN(a + b + c + d)) return false;
  read[0] = a;
  read[1] = b;
  read[2] = c;
  read[3] = d;
  readUid = uid;
  return true;
}

function hashOf(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d) ^ Math.imul(d, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A number for each uid, small ones first, so that what is known of objects can stand in columns: about 24 bytes each instead of a text and its place in a map. Uids that are no UUIDs,
 *  which no API server makes, stand beside it.
 *  *Invariant*: the table holds, for each slot of a UUID, one more than its number, at the place of its hash or after it without a gap; it is at most three quarters full. */
export class UidSlots {
  #words = new Uint32Array(64 * WORDS);
  #table = new Int32Array(128);
  #isUsed = new Uint8Array(64);
  readonly #free: number[] = [];
  #extent = 0;
  #uuids = 0;
  readonly #others = new Map<string, number>();
  readonly #otherAt = new Map<number, string>();

  get size(): number {
    return this.#uuids + this.#others.size;
  }

  /** One more than the highest slot that was ever used. */
  get extent(): number {
    return this.#extent;
  }

  isUsed(slot: number): boolean {
    return this.#isUsed[slot] === 1;
  }

  /** -1 for one that has none. */
  find(uid: string): number {
    if (!readUuid(uid)) return this.#others.get(uid) ?? -1;
    const slot = (this.#table[this.#place()] ?? 0) - 1;
    return slot;
  }

  /** The slot of a uid that has none yet. */
  add(uid: string): number {
    const slot = this.#free.pop() ?? this.#extent++;
    this.#reach(slot);
    this.#isUsed[slot] = 1;
    if (!readUuid(uid)) {
      this.#others.set(uid, slot);
      this.#otherAt.set(slot, uid);
      return slot;
    }
    if ((this.#uuids + 1) * 4 > this.#table.length * 3) this.#rehash(this.#table.length * 2);
    this.#table[this.#place()] = slot + 1;
    this.#words.set(read, slot * WORDS);
    this.#uuids++;
    return slot;
  }

  remove(slot: number): void {
    this.#isUsed[slot] = 0;
    this.#free.push(slot);
    const other = this.#otherAt.get(slot);
    if (other !== undefined) {
      this.#otherAt.delete(slot);
      this.#others.delete(other);
      return;
    }
    this.#readAt(slot);
    this.#vacate(this.#place());
    this.#uuids--;
  }

  uidAt(slot: number): string {
    const other = this.#otherAt.get(slot);
    if (other !== undefined) return other;
    let text = "";
    for (let at = slot * WORDS; at < (slot + 1) * WORDS; at++) {
      const word = this.#words[at] ?? 0;
      text += `${BYTES[word >>> 24] ?? ""}${BYTES[(word >>> 16) & 255] ?? ""}${BYTES[(word >>> 8) & 255] ?? ""}${BYTES[word & 255] ?? ""}`;
    }
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
  }

  #readAt(slot: number): void {
    readUid = undefined;
    for (let at = 0; at < WORDS; at++) read[at] = this.#words[slot * WORDS + at] ?? 0;
  }

  /** Where the uid stands that was read last, or where it would. */
  #place(): number {
    const mask = this.#table.length - 1;
    const a = read[0] ?? 0;
    const b = read[1] ?? 0;
    const c = read[2] ?? 0;
    const d = read[3] ?? 0;
    const words = this.#words;
    let place = hashOf(a, b, c, d) & mask;
    for (;;) {
      const at = ((this.#table[place] ?? 0) - 1) * WORDS;
      if (at < 0 || (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d)) return place;
      place = (place + 1) & mask;
    }
  }

  /** Closes the gap: those after it that were displaced move up. */
  #vacate(gap: number): void {
    const mask = this.#table.length - 1;
    let hole = gap;
    for (let place = (gap + 1) & mask; this.#table[place] !== 0; place = (place + 1) & mask) {
      const home = this.#homeOf((this.#table[place] ?? 0) - 1);
      if (((place - home) & mask) < ((place - hole) & mask)) continue;
      this.#table[hole] = this.#table[place] ?? 0;
      hole = place;
    }
    this.#table[hole] = 0;
  }

  #homeOf(slot: number): number {
    const at = slot * WORDS;
    const words = this.#words;
    return hashOf(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, words[at + 3] ?? 0) & (this.#table.length - 1);
  }

  #rehash(length: number): void {
    const before = this.#table;
    this.#table = new Int32Array(length);
    const mask = length - 1;
    for (const entry of before) {
      if (entry === 0) continue;
      let place = this.#homeOf(entry - 1);
      while (this.#table[place] !== 0) place = (place + 1) & mask;
      this.#table[place] = entry;
    }
  }

  #reach(slot: number): void {
    if (slot < this.#isUsed.length) return;
    const length = grownLength(this.#isUsed.length, slot + 1);
    this.#isUsed = copied(new Uint8Array(length), this.#isUsed);
    this.#words = copied(new Uint32Array(length * WORDS), this.#words);
  }
}

/** The length of a column that must have at least `needed` places: a tenth more than before, for what is not used is memory all the same. */
export const grownLength = (before: number, needed: number): number => Math.max(64, needed, Math.ceil(before * 1.1));

/** A longer column with what a shorter one holds. */
export function copied<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
