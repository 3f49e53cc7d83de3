import type { Buffer } from "node:buffer";
import { intern } from "../decode/fields.ts";

/** Longer ones are seldom the same. */
const MOST_BYTES = 64;
const PLACES = 1 << 14;
/** The text that was read last of those with the same sum. */
const places: string[] = new Array<string>(PLACES).fill("");

function isSame(text: string, bytes: Buffer, from: number): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

/** The text in bytes as UTF-8: the same string object for the same text, found by its bytes, so that what comes with every pod is made once. O(bytes). */
export function internedText(bytes: Buffer, from: number, to: number): string {
  const length = to - from;
  if (length === 0) return "";
  if (length > MOST_BYTES) return intern(bytes.toString("utf8", from, to));
  let sum = length;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return intern(bytes.toString("utf8", from, to));
    sum = Math.imul(sum ^ byte, 0x01000193);
  }
  const place = (sum ^ (sum >>> 15)) & (PLACES - 1);
  const known = places[place] ?? "";
  if (known.length === length && isSame(known, bytes, from)) return known;
  const made = intern(bytes.toString("latin1", from, to));
  places[place] = made;
  return made;
}
