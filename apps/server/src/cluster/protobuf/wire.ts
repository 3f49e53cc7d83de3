import type { Buffer } from "node:buffer";

/** Bytes that are no message: cut off, a length that lies, a kind of value that protobuf no longer has. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

/** Bytes that are written otherwise than Kubernetes writes them, or are no message: the plain reader finds out. */
export class NotPlain extends Error {
  override readonly name = "NotPlain";
}

/** Kinds of values on the wire. */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const VARINT_BYTES = 10;

/** Where the value that was read last ends: a second result without an object for each number. */
let endsAt = 0;
export const endOfVarint = (): number => endsAt;

/** The number that begins at `at`, signed, as int32 and int64 are; `endOfVarint` is where it ends. Exact up to 2^53. Throws MalformedMessage. */
export function varint(bytes: Buffer, at: number, to: number): number {
  // Nearly all have one byte: a function so small is made part of whoever calls it.
  const first = bytes[at] ?? 0;
  if (first >= 0x80 || at >= to) return longVarint(bytes, at, to);
  endsAt = at + 1;
  return first;
}

function longVarint(bytes: Buffer, at: number, to: number): number {
  // Lengths have two bytes, times five.
  let low = (bytes[at] ?? 0) & 0x7f;
  const most = Math.min(to - at, 4);
  for (let count = 1; count < most; count++) {
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

/** Where the bytes end whose length stands at `at`; they begin at `endOfVarint`. Throws MalformedMessage. */
export function endOfBytes(bytes: Buffer, at: number, to: number): number {
  const length = varint(bytes, at, to);
  const end = endsAt + length;
  if (length < 0 || end > to) throw new MalformedMessage("a part is longer than the whole");
  return end;
}

/** Where a value ends that nobody asks for. Throws MalformedMessage. */
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
