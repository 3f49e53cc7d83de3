import type { Buffer } from "node:buffer";
import { cut, intern, TEXT_LIMIT } from "../decode/fields.ts";
import { sumOfBytes } from "./byte-cache.ts";

/** Longer ones are seldom the same. */
const MOST_BYTES = 64;
const PLACES = 1 << 16;
/** The text that was read last of those with the same sum. */
const places: string[] = new Array<string>(PLACES).fill("");

function isSame(text: string, bytes: Buffer, from: number): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** The text in bytes as UTF-8: the same string object for the same text, found by its bytes, so that what comes with every pod is made once. O(bytes). */
export function internedText(bytes: Buffer, from: number, to: number): string {
  const length = to - from;
  if (length === 0) return "";
  if (length > MOST_BYTES) return intern(bytes.toString("utf8", from, to));
  const place = sumOfBytes(bytes, from, to) & (PLACES - 1);
  const known = places[place] ?? "";
  if (known.length === length && isSame(known, bytes, from)) return known;
  if (!isAscii(bytes, from, to)) return intern(bytes.toString("utf8", from, to));
  const made = intern(bytes.toString("latin1", from, to));
  places[place] = made;
  return made;
}

/** The same as a decoder keeps it: cut where it is too long. */
export function keptText(bytes: Buffer, from: number, to: number): string {
  return to - from <= TEXT_LIMIT ? internedText(bytes, from, to) : cut(bytes.toString("utf8", from, to));
}

/** A text that hardly any other object has: not worth to be kept for the next. */
export function ownText(bytes: Buffer, from: number, to: number): string {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) >= 0x80) return cut(bytes.toString("utf8", from, to));
  return cut(bytes.toString("latin1", from, to));
}
