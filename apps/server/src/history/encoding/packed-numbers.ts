/** Numbers as text: base64 of little-endian bytes. In an older log they are a JSON list. */
export type PackedNumbers = string | readonly number[];

const BYTES = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type Kind = keyof typeof BYTES;

/** Returns the text of numbers with the byte size of `kind`. */
export function packNumbers(kind: Kind, numbers: ArrayLike<number>): string {
  const Numbers = BYTES[kind];
  const { buffer, byteOffset, byteLength } = numbers instanceof Numbers ? numbers : Numbers.from(numbers);
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

export function unpackNumbers(kind: Kind, text: PackedNumbers): ArrayLike<number> {
  if (typeof text !== "string") return text;
  const bytes = Buffer.from(text, "base64");
  const Numbers = BYTES[kind];
  return new Numbers(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % Numbers.BYTES_PER_ELEMENT)));
}

/**
 * Returns whole numbers from 0, which mostly rise by one, as base64. The bytes are the zigzag differences, in groups of
 * seven bits, the lowest first. All bytes of a difference except the last have the eighth bit set.
 */
export function packDeltas(numbers: readonly number[]): string {
  const bytes: number[] = [];
  let before = -1;
  for (const number of numbers) {
    const step = number - before;
    let left = step < 0 ? -2 * step - 1 : 2 * step;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
    before = number;
  }
  return Buffer.from(bytes).toString("base64");
}

export function unpackDeltas(text: string): readonly number[] {
  const bytes = Buffer.from(text, "base64");
  const numbers: number[] = [];
  let number = -1;
  let step = 0;
  let scale = 1;
  for (const byte of bytes) {
    step += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    number += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
    numbers.push(number);
    step = 0;
    scale = 1;
  }
  return numbers;
}
