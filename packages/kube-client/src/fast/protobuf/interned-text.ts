import type { Buffer } from "node:buffer";
import { intern, TEXT_LIMIT, truncate } from "../../decode/fields.ts";
import { byteChecksum } from "./byte-cache.ts";

/** Longer texts are seldom equal. */
const MAX_BYTES = 64;
const SLOTS = 1 << 16;
/** The last text of each slot. The low bits of a text's checksum select its slot. */
const slots: string[] = new Array<string>(SLOTS).fill("");

function isSame(text: string, bytes: Buffer, from: number): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** Decodes UTF-8. Returns the same string object for equal text, found by its bytes, so that the texts of every
 *  pod are allocated once. O(bytes). */
export function internedText(bytes: Buffer, from: number, to: number): string {
  const length = to - from;
  if (length === 0) return "";
  if (length > MAX_BYTES) return intern(bytes.toString("utf8", from, to));
  const slot = byteChecksum(bytes, from, to) & (SLOTS - 1);
  const known = slots[slot] ?? "";
  if (known.length === length && isSame(known, bytes, from)) return known;
  if (!isAscii(bytes, from, to)) return intern(bytes.toString("utf8", from, to));
  const interned = intern(bytes.toString("latin1", from, to));
  slots[slot] = interned;
  return interned;
}

/** Decodes like `internedText`, and cuts a text that is too long. */
export function truncatedText(bytes: Buffer, from: number, to: number): string {
  return to - from <= TEXT_LIMIT ? internedText(bytes, from, to) : truncate(bytes.toString("utf8", from, to));
}

/** Decodes a text that is nearly unique, and so not worth caching. */
export function uninternedText(bytes: Buffer, from: number, to: number): string {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) >= 0x80) return truncate(bytes.toString("utf8", from, to));
  return truncate(bytes.toString("latin1", from, to));
}
