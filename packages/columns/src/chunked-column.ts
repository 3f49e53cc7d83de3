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

/** A growing column of numbers, 0 by default. Its parts are never copied once they are complete. Copying a whole
 *  column would block the thread and fragment memory: at a million rows by about half of the column's size. */
export class ChunkedColumn {
  readonly #make: (length: number) => Words;
  readonly #parts: Words[] = [];

  /** `make`: creates a part of this length. */
  constructor(make: (length: number) => Words) {
    this.#make = make;
  }

  /** Number of rows before the column must grow. */
  get length(): number {
    const last = this.#parts.length - 1;
    return last < 0 ? 0 : last * PART_LENGTH + (this.#parts[last]?.length ?? 0);
  }

  at(index: number): number {
    return this.#parts[index >>> PART_BITS]?.[index & MASK] ?? 0;
  }

  put(index: number, value: number): void {
    const part = this.#parts[index >>> PART_BITS];
    const at = index & MASK;
    if (part !== undefined && at < part.length) part[at] = value;
    else if (value !== 0) this.#reached(index)[at] = value;
  }

  /** Makes all numbers 0. */
  clear(): void {
    for (const part of this.#parts) part.fill(0);
  }

  #reached(index: number): Words {
    const last = index >>> PART_BITS;
    for (let each = this.#parts.length; each < last; each++) this.#parts.push(this.#make(PART_LENGTH));
    // Only the first part can be short, and only while it is the last one.
    if (last > 0 && (this.#parts[0]?.length ?? 0) < PART_LENGTH) this.#parts[0] = this.#longer(this.#parts[0], PART_LENGTH);
    const part = last > 0 ? this.#make(PART_LENGTH) : this.#longer(this.#parts[0], lengthFor(index + 1));
    this.#parts[last] = part;
    return part;
  }

  #longer(before: Words | undefined, length: number): Words {
    const part = this.#make(length);
    if (before !== undefined) part.set(before);
    return part;
  }
}

/** Returns the smallest power of two that is at least `needed` and FIRST_LENGTH. */
function lengthFor(needed: number): number {
  let length = FIRST_LENGTH;
  while (length < needed) length *= 2;
  return length;
}

export const uint8Column = (): ChunkedColumn => new ChunkedColumn((length) => new Uint8Array(length));
export const uint16Column = (): ChunkedColumn => new ChunkedColumn((length) => new Uint16Array(length));
export const uint32Column = (): ChunkedColumn => new ChunkedColumn((length) => new Uint32Array(length));
export const float64Column = (): ChunkedColumn => new ChunkedColumn((length) => new Float64Array(length));
