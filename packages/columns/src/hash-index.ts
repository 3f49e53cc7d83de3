const PARTS = 64;
const PART_BITS = 6;
const FIRST_LENGTH = 8;
/** The empty part, shared by all parts without slots. Never written to. */
const NO_PART = new Int32Array(FIRST_LENGTH);

/** Slots by the hash of their content, in an open-addressing table. The parts of the table grow one at a time,
 *  because growing a table of a million slots as a whole blocks its thread for a tenth of a second. *Invariant*: a
 *  part holds the number plus one of each of its slots, at the index of its hash or after it without a gap. A part
 *  is at most three quarters full. */
export class HashIndex {
  readonly #parts: Int32Array<ArrayBuffer>[] = Array.from({ length: PARTS }, () => NO_PART);
  readonly #sizes = new Uint32Array(PARTS);
  readonly #hashAt: (slot: number) => number;
  readonly #isAsked: (slot: number) => boolean;

  /** `hashAt`: 32 bits of hash of a slot's content. `isAsked`: whether the content is the searched one. */
  constructor(hashAt: (slot: number) => number, isAsked: (slot: number) => boolean) {
    this.#hashAt = hashAt;
    this.#isAsked = isAsked;
  }

  /** Returns the slot of the searched content, which has this hash; -1 if there is none. */
  find(hash: number): number {
    const part = this.#partOf(hash);
    const mask = part.length - 1;
    for (let index = (hash >>> PART_BITS) & mask; ; index = (index + 1) & mask) {
      const slot = (part[index] ?? 0) - 1;
      if (slot < 0 || this.#isAsked(slot)) return slot;
    }
  }

  /** Adds a slot that is not in the table, with the hash of its content. */
  add(hash: number, slot: number): void {
    const at = hash & (PARTS - 1);
    const size = (this.#sizes[at] ?? 0) + 1;
    this.#sizes[at] = size;
    let part = this.#partOf(hash);
    if (part === NO_PART || size * 4 > part.length * 3) {
      part = this.#grown(part);
      this.#parts[at] = part;
    }
    place(part, hash, slot + 1);
  }

  /** Removes a slot. Its content must still have this hash. */
  remove(hash: number, slot: number): void {
    const at = hash & (PARTS - 1);
    this.#sizes[at] = (this.#sizes[at] ?? 0) - 1;
    const part = this.#partOf(hash);
    const mask = part.length - 1;
    let hole = (hash >>> PART_BITS) & mask;
    while (part[hole] !== slot + 1) hole = (hole + 1) & mask;
    // Moves the displaced entries after the hole up, one hole at a time.
    for (let next = (hole + 1) & mask; part[next] !== 0; next = (next + 1) & mask) {
      const home = (this.#hashAt((part[next] ?? 0) - 1) >>> PART_BITS) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      part[hole] = part[next] ?? 0;
      hole = next;
    }
    part[hole] = 0;
  }

  #partOf(hash: number): Int32Array<ArrayBuffer> {
    return this.#parts[hash & (PARTS - 1)] ?? NO_PART;
  }

  #grown(before: Int32Array): Int32Array<ArrayBuffer> {
    const part = new Int32Array(before === NO_PART ? FIRST_LENGTH : before.length * 2);
    for (const entry of before) if (entry !== 0) place(part, this.#hashAt(entry - 1), entry);
    return part;
  }
}

function place(part: Int32Array, hash: number, entry: number): void {
  const mask = part.length - 1;
  let at = (hash >>> PART_BITS) & mask;
  while (part[at] !== 0) at = (at + 1) & mask;
  part[at] = entry;
}
