import { uint8Column, uint32Column } from "./chunked-column.ts";
import { HashIndex } from "./hash-index.ts";
import type { UidNumbers } from "./uid-numbers.ts";
import { parsedUuidWords, parseUuid, putParsedUuid, UUID_WORDS, uuidText } from "./uuid.ts";

function hashOf(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d) ^ Math.imul(d, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const hashOfParsed = (): number =>
  hashOf(parsedUuidWords[0] ?? 0, parsedUuidWords[1] ?? 0, parsedUuidWords[2] ?? 0, parsedUuidWords[3] ?? 0);

/** Limit of holders of one UidTable: each has a bit. */
const MAX_HOLDERS = 8;

/** A slot number for each uid, so that facts of objects fit into columns. A uid takes about 24 bytes instead of a
 *  text and its Map entry. Uids that are not UUIDs, which no API server creates, have a separate map. Several holders
 *  (`UidRows`) may share the uids and their slots; a uid without holders is removed.
 *  *Invariant*: during a search `parsedUuidWords` is the searched uid. */
export class UidTable {
  readonly #words = uint32Column();
  readonly #table = new HashIndex(
    (slot) => this.#hashAt(slot),
    (slot) => {
      const at = slot * UUID_WORDS;
      const words = this.#words;
      return (
        words.at(at) === parsedUuidWords[0] &&
        words.at(at + 1) === parsedUuidWords[1] &&
        words.at(at + 2) === parsedUuidWords[2] &&
        words.at(at + 3) === parsedUuidWords[3]
      );
    },
  );
  /** By slot, one bit for each holder. */
  readonly #holders = uint8Column();
  readonly #free: number[] = [];
  #extent = 0;
  #holderBits = 0;
  readonly #others = new Map<string, number>();
  readonly #otherAt = new Map<number, string>();

  /** One more than the highest slot that was ever used. */
  get extent(): number {
    return this.#extent;
  }

  /** Returns the bit of a new holder; undefined if the limit is reached. */
  holder(): number | undefined {
    const bit = ~this.#holderBits & (this.#holderBits + 1);
    if (bit >= 1 << MAX_HOLDERS) return undefined;
    this.#holderBits |= bit;
    return bit;
  }

  /** Releases all uids of a holder, and its bit. O(extent). */
  endHolder(holder: number): void {
    for (let slot = 0; slot < this.#extent; slot++) if (this.isHeld(slot, holder)) this.release(slot, holder);
    this.#holderBits &= ~holder;
  }

  isHeld(slot: number, holder: number): boolean {
    return (this.#holders.at(slot) & holder) !== 0;
  }

  /** -1 for a uid without holders. */
  find(uid: string): number {
    if (!parseUuid(uid)) return this.#others.get(uid) ?? -1;
    return this.#table.find(hashOfParsed());
  }

  /** Finds a uid that is already parsed. */
  findNumbers({ a, b, c, d }: UidNumbers): number {
    putParsedUuid(a, b, c, d);
    return this.#table.find(hashOf(a, b, c, d));
  }

  /** Returns the slot that `hold` would return. */
  slotFor(uid: string): number {
    const known = this.find(uid);
    return known < 0 ? (this.#free.at(-1) ?? this.#extent) : known;
  }

  hold(uid: string, holder: number): number {
    const known = this.find(uid);
    const slot = known < 0 ? this.#add(uid) : known;
    this.holdSlot(slot, holder);
    return slot;
  }

  /** Adds a holder to a slot in use. */
  holdSlot(slot: number, holder: number): void {
    this.#holders.put(slot, this.#holders.at(slot) | holder);
  }

  release(slot: number, holder: number): void {
    const left = this.#holders.at(slot) & ~holder;
    this.#holders.put(slot, left);
    if (left !== 0) return;
    this.#free.push(slot);
    const other = this.#otherAt.get(slot);
    if (other === undefined) {
      this.#table.remove(this.#hashAt(slot), slot);
      return;
    }
    this.#otherAt.delete(slot);
    this.#others.delete(other);
  }

  uidAt(slot: number): string {
    const other = this.#otherAt.get(slot);
    if (other !== undefined) return other;
    const at = slot * UUID_WORDS;
    const words = this.#words;
    return uuidText(words.at(at), words.at(at + 1), words.at(at + 2), words.at(at + 3));
  }

  #add(uid: string): number {
    const slot = this.#free.pop() ?? this.#extent++;
    if (parseUuid(uid)) {
      for (let word = 0; word < UUID_WORDS; word++) this.#words.put(slot * UUID_WORDS + word, parsedUuidWords[word] ?? 0);
      this.#table.add(hashOfParsed(), slot);
    } else {
      this.#others.set(uid, slot);
      this.#otherAt.set(slot, uid);
    }
    return slot;
  }

  #hashAt(slot: number): number {
    const at = slot * UUID_WORDS;
    const words = this.#words;
    return hashOf(words.at(at), words.at(at + 1), words.at(at + 2), words.at(at + 3));
  }
}

/** The uids of one holder, each with a slot. Holders that share a UidTable store a common uid once, so the slots of
 *  one holder can have gaps. */
export class UidRows {
  readonly #table: UidTable;
  readonly #holder: number;
  #size = 0;

  constructor(shared = new UidTable()) {
    const holder = shared.holder();
    this.#table = holder === undefined ? new UidTable() : shared;
    this.#holder = holder ?? this.#table.holder() ?? 1;
  }

  get table(): UidTable {
    return this.#table;
  }

  get size(): number {
    return this.#size;
  }

  /** One more than the highest slot that was ever used. */
  get extent(): number {
    return this.#table.extent;
  }

  isUsed(slot: number): boolean {
    return this.#table.isHeld(slot, this.#holder);
  }

  /** -1 for a uid without a slot. */
  find(uid: string): number {
    const slot = this.#table.find(uid);
    return slot >= 0 && this.#table.isHeld(slot, this.#holder) ? slot : -1;
  }

  findNumbers(uid: UidNumbers): number {
    const slot = this.#table.findNumbers(uid);
    return slot >= 0 && this.#table.isHeld(slot, this.#holder) ? slot : -1;
  }

  /** Returns the slot that `add` would return. */
  slotFor(uid: string): number {
    return this.#table.slotFor(uid);
  }

  /** Returns the slot of a uid that has none yet. */
  add(uid: string): number {
    this.#size++;
    return this.#table.hold(uid, this.#holder);
  }

  /** Adds the uid of a slot that another holder has. */
  addSlot(slot: number): void {
    this.#size++;
    this.#table.holdSlot(slot, this.#holder);
  }

  /** Releases all uids. No other method may be called after it. */
  end(): void {
    this.#table.endHolder(this.#holder);
  }

  remove(slot: number): void {
    this.#size--;
    this.#table.release(slot, this.#holder);
  }

  uidAt(slot: number): string {
    return this.#table.uidAt(slot);
  }
}

/** Returns the new length of a column that needs at least `needed` rows: a tenth longer, because unused rows cost
 *  memory too. */
export const grownLength = (before: number, needed: number): number => Math.max(64, needed, Math.ceil(before * 1.1));

/** Copies a shorter column into a longer one. */
export function copied<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
