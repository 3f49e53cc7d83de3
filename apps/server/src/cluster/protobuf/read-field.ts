import type { Buffer } from "node:buffer";
import type { KeptFields } from "./read-message.ts";
import { endOfBytes, endOfVarint, MalformedMessage, NotPlain, varint, WIRE } from "./wire.ts";

/** What was read last, beside its tag: results without an object for each field. */
let begin = 0;
let end = 0;
let value = 0;

/** Where the bytes of the field begin that was read last; they end with it. */
export const fieldBegin = (): number => begin;
/** Where the field ends that was read last. */
export const fieldEnd = (): number => end;
/** The number that it holds. */
export const fieldNumber = (): number => value;

/** Reads the field at `at`, whatever it holds, and gives its tag. Throws MalformedMessage. */
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

/** What JSON would have of a number: one that is exact. */
export const safeInteger = (number: number): number => (Number.isSafeInteger(number) ? number : 0);

/** What comes but once in a message. Throws NotPlain where it comes again: the parts would have to be joined. */
export function once<T>(before: T | undefined, read: T): T {
  if (before !== undefined) throw new NotPlain();
  return read;
}

/** For a field that a reader has no case for. Throws NotPlain where it is one of `fields`: then it is of another kind than it should be. */
export function leaveUnread(fields: KeptFields, tag: number): void {
  if (fields[tag >>> 3] !== undefined) throw new NotPlain();
}

/** Where the elements of a list or a map end that follow each other; the first begins at `from` and was read last. Throws NotPlain for a tag that is longer than it needs, and
 *  MalformedMessage. */
export function endOfElements(bytes: Buffer, from: number, to: number): number {
  const tag = bytes[from] ?? 0;
  if (tag >= 0x80) throw new NotPlain();
  let at = end;
  while (at < to && bytes[at] === tag) at = endOfBytes(bytes, at + 1, to);
  return at;
}

/** Gives each element between, whose tags have one byte. Throws NotPlain where there are more than `most`. */
export function eachElement(bytes: Buffer, from: number, to: number, most: number, take: (from: number, to: number) => void): void {
  let count = 0;
  for (let at = from; at < to; ) {
    const elementEnd = endOfBytes(bytes, at + 1, to);
    if (++count > most) throw new NotPlain();
    take(endOfVarint(), elementEnd);
    at = elementEnd;
  }
}
