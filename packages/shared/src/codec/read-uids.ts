import type { UidColumn } from "../state/frame.ts";
import { DamagedText } from "./text-reader.ts";

/** Each digit holds six bits of a random uid. */
export const UID_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGITS_PER_UID = 20;
const NONE = 255;
const DIGIT_VALUES = new Uint8Array(128).fill(NONE);
for (let value = 0; value < UID_DIGITS.length; value++) DIGIT_VALUES[UID_DIGITS.charCodeAt(value)] = value;
/** Twelve bits as three hexadecimal digits. */
const TRIPLES = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, "0"));

/** Decodes the uids of `count` nodes. Throws DamagedText. */
export function decodeUids({ digits, variants, others = [] }: UidColumn, count: number): readonly string[] {
  if (variants.length + others.length !== count || digits.length !== DIGITS_PER_UID * variants.length) throw new DamagedText();
  const uids = new Array<string>(count);
  const otherUids = new Map(others);
  const digit = (at: number): number => DIGIT_VALUES[digits.charCodeAt(at)] ?? NONE;
  let random = 0;
  for (let at = 0; at < count; at++) {
    const other = otherUids.get(at);
    if (other !== undefined) {
      uids[at] = other;
      continue;
    }
    let hex = "";
    for (let from = random * DIGITS_PER_UID; from < (random + 1) * DIGITS_PER_UID; from += 2) {
      const [high, low] = [digit(from), digit(from + 1)];
      if ((high | low) > 63) throw new DamagedText();
      hex += TRIPLES[(high << 6) | low];
    }
    uids[at] =
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variants.charAt(random)}${hex.slice(15, 18)}-${hex.slice(18)}`;
    random++;
  }
  return uids;
}
