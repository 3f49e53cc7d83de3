/** Numbers as text: base64 of little-endian bytes. Also what JSON has in place of them in an older log: a list. */
export type NumberText = string | readonly number[];

const BYTES = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type Kind = keyof typeof BYTES;

/** The text of numbers, each of so many bytes as `kind` has. */
export function numberText(kind: Kind, numbers: ArrayLike<number>): string {
  const Numbers = BYTES[kind];
  const { buffer, byteOffset, byteLength } = numbers instanceof Numbers ? numbers : Numbers.from(numbers);
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

export function numbersOf(kind: Kind, text: NumberText): ArrayLike<number> {
  if (typeof text !== "string") return text;
  const bytes = Buffer.from(text, "base64");
  const Numbers = BYTES[kind];
  return new Numbers(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % Numbers.BYTES_PER_ELEMENT)));
}

/** Whole numbers from 0 that mostly rise by one, as text: base64 of how much each is more than the one before, zigzag, in bytes of seven bits of which all but the last have the eighth. */
export function stepsText(numbers: readonly number[]): string {
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

export function numbersOfSteps(text: string): readonly number[] {
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
