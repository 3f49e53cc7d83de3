import type { UidColumn } from "../frame.ts";
import { DamagedText } from "./text-reader.ts";

/** A random uid as API servers make them: of its 32 hexadecimal digits one is always 4, and one of four. */
const RANDOM = /^([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-([89ab])([0-9a-f]{3})-([0-9a-f]{12})$/;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGITS_A_UID = 20;

export function encodeUids(uids: readonly string[]): UidColumn {
  const digits: string[] = [];
  let variants = "";
  const others: (readonly [number, string])[] = [];
  for (const [at, uid] of uids.entries()) {
    const found = RANDOM.exec(uid);
    if (found === null) {
      others.push([at, uid]);
      continue;
    }
    const [, a = "", b = "", c = "", variant = "", d = "", e = ""] = found;
    const hex = a + b + c + d + e;
    for (let from = 0; from < hex.length; from += 3) {
      const bits = Number.parseInt(hex.slice(from, from + 3), 16);
      digits.push(DIGITS.charAt(bits >> 6) + DIGITS.charAt(bits & 63));
    }
    variants += variant;
  }
  return { digits: digits.join(""), variants, ...(others.length === 0 ? {} : { others }) };
}

/** The uids of so many nodes. Throws DamagedText. */
export function decodeUids({ digits, variants, others = [] }: UidColumn, count: number): readonly string[] {
  if (variants.length + others.length !== count || digits.length !== DIGITS_A_UID * variants.length) throw new DamagedText();
  const uids = new Array<string>(count);
  const written = new Map(others);
  let random = 0;
  for (let at = 0; at < count; at++) {
    const other = written.get(at);
    if (other !== undefined) {
      uids[at] = other;
      continue;
    }
    let hex = "";
    for (let from = random * DIGITS_A_UID; from < (random + 1) * DIGITS_A_UID; from += 2) {
      const bits = DIGITS.indexOf(digits.charAt(from)) * 64 + DIGITS.indexOf(digits.charAt(from + 1));
      if (bits < 0) throw new DamagedText();
      hex += (bits + 4096).toString(16).slice(1);
    }
    uids[at] =
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variants.charAt(random)}${hex.slice(15, 18)}-${hex.slice(18)}`;
    random++;
  }
  return uids;
}
