import type { Buffer } from "node:buffer";
import type { FieldSpecs } from "./read-message.ts";
import { endOfBytes, endOfVarint, MalformedMessage, UnsupportedEncoding, varint, WIRE } from "./wire.ts";

/** A number with at most 49 bits is exact. */
const MAX_EXACT_BYTES = 7;

/** The last result besides its tag, so that no object is allocated for each field. */
let begin = 0;
let end = 0;
let value = 0;

/** Returns the beginning of the last field's bytes. The bytes end with the field. */
export const fieldBegin = (): number => begin;
/** Returns the end of the last field. */
export const fieldEnd = (): number => end;
/** Returns the number in the last field. */
export const fieldNumber = (): number => value;

/** Reads the field at `at`, of any type, and returns its tag. Throws MalformedMessage. */
export function readField(bytes: Buffer, at: number, to: number): number {
  const tag = varint(bytes, at, to);
  if (tag < 8) throw new MalformedMessage("a field has no number");
  begin = endOfVarint();
  switch (tag & 7) {
    case WIRE.bytes:
      end = endOfBytes(bytes, begin, to);
      begin = endOfVarint();
      return tag;
    case WIRE.varint:
      value = varint(bytes, begin, to);
      end = endOfVarint();
      return tag;
    case WIRE.fixed64:
    case WIRE.fixed32:
      end = begin + ((tag & 7) === WIRE.fixed64 ? 8 : 4);
      if (end > to) throw new MalformedMessage("it ends within a number");
      return tag;
    default:
      throw new MalformedMessage(`a value is of kind ${tag & 7}`);
  }
}

/** By field number: 1 for the fields that a reader needs. */
export type FieldTags = Uint8Array;

/** More than any kept field number. */
const NUMBERS = 64;
export const numbersOf = (fields: FieldSpecs): FieldTags =>
  Uint8Array.from({ length: NUMBERS }, (_, number) => (fields[number] === undefined || fields[number].isOnDemand ? 0 : 1));

/** Reads the next kept field like `readField`, and returns its tag. Returns 0 if there is none, and -1 for
 *  malformed bytes or an encoding that Kubernetes does not use. Never throws. Most fields are not kept: this one
 *  loop skips them. */
export function nextDecodedField(kept: FieldTags, bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at = end) {
    let tag = bytes[at++] ?? 0;
    if (tag >= 0x80) {
      const high = bytes[at++] ?? 0x80;
      if (high >= 0x80) return -1;
      tag = (tag & 0x7f) | (high << 7);
    }
    if (tag < 8) return -1;
    let first = bytes[at] ?? 0;
    const wire = tag & 7;
    if (wire === WIRE.bytes) {
      at++;
      if (first >= 0x80) {
        const second = bytes[at++] ?? 0x80;
        first = (first & 0x7f) | ((second & 0x7f) << 7);
        if (second >= 0x80) {
          // Longer than 16 KB. A field of two megabytes exceeds any message around it.
          const third = bytes[at++] ?? 0x80;
          if (third >= 0x80) return -1;
          first |= third << 14;
        }
      }
      end = at + first;
    } else if (wire === WIRE.varint) {
      end = at + 1;
      if (first >= 0x80) {
        end = endOfNumber(bytes, at, to);
        first = value;
      }
      value = first;
    } else if (wire === WIRE.fixed64) end = at + 8;
    else if (wire === WIRE.fixed32) end = at + 4;
    else return -1;
    if (end > to) return -1;
    if (kept[tag >>> 3] === 1) {
      begin = at;
      return tag;
    }
  }
  return 0;
}

/** Reads a number of several bytes into `value`, and returns its end. Returns a position beyond `to` for an
 *  invalid number, or for one so large that only the generic decoder can handle it. */
function endOfNumber(bytes: Buffer, from: number, to: number): number {
  let number = 0;
  let scale = 1;
  const limit = Math.min(to, from + MAX_EXACT_BYTES);
  for (let at = from; at < limit; at++) {
    const byte = bytes[at] ?? 0;
    number += (byte & 0x7f) * scale;
    if (byte < 0x80) {
      value = number;
      return at + 1;
    }
    scale *= 0x80;
  }
  return to + 1;
}

/** Returns an exact number unchanged, and 0 for any other, like the decoder for JSON. */
export const safeInteger = (number: number): number => (Number.isSafeInteger(number) ? number : 0);

/** Returns the value of a field that may occur once. Throws UnsupportedEncoding if it repeats: the parts would have to
 *  be merged. */
export function requireSingle<T>(before: T | undefined, read: T): T {
  if (before !== undefined) throw new UnsupportedEncoding();
  return read;
}

/** Handles a field without a case in the reader. Throws UnsupportedEncoding if it is one of `fields` and not read on
 *  demand: then its wire type is wrong. */
export function skipField(fields: FieldSpecs, tag: number): void {
  const field = fields[tag >>> 3];
  if (field !== undefined && !field.isOnDemand) throw new UnsupportedEncoding();
}

/** Returns the end of consecutive elements of a list or a map. The first one begins at `from` and was read last.
 *  Throws UnsupportedEncoding for a tag of more than one byte, and MalformedMessage. */
export function endOfElements(bytes: Buffer, from: number, to: number): number {
  const tag = bytes[from] ?? 0;
  if (tag >= 0x80) throw new UnsupportedEncoding();
  let at = end;
  while (at < to && bytes[at] === tag) at = endOfBytes(bytes, at + 1, to);
  return at;
}

/** Passes each element between `from` and `to`, whose tags have one byte. Throws UnsupportedEncoding if there are more
 *  than `most`. */
export function eachElement(bytes: Buffer, from: number, to: number, most: number, take: (from: number, to: number) => void): void {
  let count = 0;
  for (let at = from; at < to; ) {
    const elementEnd = endOfBytes(bytes, at + 1, to);
    if (++count > most) throw new UnsupportedEncoding();
    take(endOfVarint(), elementEnd);
    at = elementEnd;
  }
}
