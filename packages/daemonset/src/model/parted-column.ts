type Words =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

const PART_BITS = 14;
const PART_LENGTH = 1 << PART_BITS;
const MASK = PART_LENGTH - 1;
const FIRST_LENGTH = 64;

/** A column of numbers in parts, 0 where none was put, that grows as it is written. A part is never moved once it is whole: a column that is copied when it grows holds its thread up, and leaves holes
 *  in the process's memory that its next length does not fit into, some half of its size by the time that it has a million places. */
export class PartedColumn {
  readonly #make: (length: number) => Words;
  readonly #parts: Words[] = [];

  /** `make`: numbers of the width that it has. */
  constructor(make: (length: number) => Words) {
    this.#make = make;
  }

  /** Places that numbers may stand at without that it grows. */
  get length(): number {
    const last = this.#parts.length - 1;
    return last < 0 ? 0 : last * PART_LENGTH + (this.#parts[last]?.length ?? 0);
  }

  at(place: number): number {
    return this.#parts[place >>> PART_BITS]?.[place & MASK] ?? 0;
  }

  put(place: number, value: number): void {
    const part = this.#parts[place >>> PART_BITS];
    const at = place & MASK;
    if (part !== undefined && at < part.length) part[at] = value;
    else if (value !== 0) this.#reached(place)[at] = value;
  }

  /** Makes all numbers 0. */
  clear(): void {
    for (const part of this.#parts) part.fill(0);
  }

  #reached(place: number): Words {
    const last = place >>> PART_BITS;
    for (let each = this.#parts.length; each < last; each++) this.#parts.push(this.#make(PART_LENGTH));
    // Those before must be whole: only the last may be short, and only the first one ever is.
    if (last > 0 && (this.#parts[0]?.length ?? 0) < PART_LENGTH) this.#parts[0] = this.#longer(this.#parts[0], PART_LENGTH);
    const part = last > 0 ? this.#make(PART_LENGTH) : this.#longer(this.#parts[0], lengthFor(place + 1));
    this.#parts[last] = part;
    return part;
  }

  #longer(before: Words | undefined, length: number): Words {
    const part = this.#make(length);
    if (before !== undefined) part.set(before);
    return part;
  }
}

/** The next power of two from some length on. */
function lengthFor(needed: number): number {
  let length = FIRST_LENGTH;
  while (length < needed) length *= 2;
  return length;
}

export const bytes = (): PartedColumn => new PartedColumn((length) => new Uint8Array(length));
export const halfWords = (): PartedColumn => new PartedColumn((length) => new Uint16Array(length));
export const words = (): PartedColumn => new PartedColumn((length) => new Uint32Array(length));
export const doubles = (): PartedColumn => new PartedColumn((length) => new Float64Array(length));
