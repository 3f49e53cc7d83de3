import type { Buffer } from "node:buffer";

/** Bytes that are no message: cut off, with a wrong length, or with an obsolete wire type. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

/** Bytes in an encoding that Kubernetes does not use, or that are no message: the generic decoder decides. */
export class UnsupportedEncoding extends Error {
  override readonly name = "UnsupportedEncoding";
}

/** Wire types. */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const VARINT_BYTES = 10;

/** The end of the last value: a second result, so that no object is allocated for each number. */
let endsAt = 0;
export const endOfVarint = (): number => endsAt;

/** Reads the number at `at`, signed like int32 and int64; `endOfVarint` is its end. Exact up to 2^53. Throws
 *  MalformedMessage. */
export function varint(bytes: Buffer, at: number, to: number): number {
  // Nearly all numbers have one byte, and a function this small is inlined into its callers.
  const first = bytes[at] ?? 0;
  if (first >= 0x80 || at >= to) return longVarint(bytes, at, to);
  endsAt = at + 1;
  return first;
}

function longVarint(bytes: Buffer, at: number, to: number): number {
  // Most lengths have two bytes, and times have five.
  let low = (bytes[at] ?? 0) & 0x7f;
  const limit = Math.min(to - at, 4);
  for (let count = 1; count < limit; count++) {
    const byte = bytes[at + count] ?? 0;
    low |= (byte & 0x7f) << (7 * count);
    if (byte >= 0x80) continue;
    endsAt = at + count + 1;
    return low;
  }
  const fifth = bytes[at + 4] ?? 0;
  if (to - at < 5 || fifth >= 0x80) return longestVarint(bytes, at, to);
  endsAt = at + 5;
  return low + fifth * 2 ** 28;
}

function longestVarint(bytes: Buffer, at: number, to: number): number {
  let low = 0;
  let high = 0;
  for (let count = 0; count < VARINT_BYTES; count++) {
    if (at + count >= to) throw new MalformedMessage("it ends within a number");
    const byte = bytes[at + count] ?? 0;
    const bits = byte & 0x7f;
    if (count < 4) low += bits * 2 ** (7 * count);
    else if (count === 4) {
      low += (bits & 0x0f) * 2 ** 28;
      high = bits >> 4;
    } else high += bits * 2 ** (7 * count - 32);
    if (byte < 0x80) {
      endsAt = at + count + 1;
      return (high | 0) * 2 ** 32 + low;
    }
  }
  throw new MalformedMessage("a number does not end");
}

/** Returns the end of the bytes whose length is at `at`; they begin at `endOfVarint`. Throws MalformedMessage. */
export function endOfBytes(bytes: Buffer, at: number, to: number): number {
  const length = varint(bytes, at, to);
  const end = endsAt + length;
  if (length < 0 || end > to) throw new MalformedMessage("a part is longer than the whole");
  return end;
}

/** Returns the end of a skipped value. Throws MalformedMessage. */
export function endOfValue(bytes: Buffer, wire: number, at: number, to: number): number {
  switch (wire) {
    case WIRE.varint:
      varint(bytes, at, to);
      return endsAt;
    case WIRE.bytes:
      return endOfBytes(bytes, at, to);
    case WIRE.fixed64:
    case WIRE.fixed32: {
      const end = at + (wire === WIRE.fixed64 ? 8 : 4);
      if (end > to) throw new MalformedMessage("it ends within a number");
      return end;
    }
    default:
      throw new MalformedMessage(`a value is of kind ${wire}`);
  }
}
