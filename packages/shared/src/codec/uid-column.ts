import type { UidColumn } from "../frame.ts";
import { DamagedText } from "./text-reader.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGITS_A_UID = 20;
const UID_LENGTH = 36;
/** Where a random uid has its dashes, and the digit that is always 4; where it has one of `89ab`; and where the 30 others. */
const DASHES = [8, 13, 18, 23] as const;
const VERSION_AT = 14;
const VARIANT_AT = 19;
const RANDOM_AT = Array.from({ length: UID_LENGTH }, (_, at) => at).filter(
  (at) => at !== VERSION_AT && at !== VARIANT_AT && !(DASHES as readonly number[]).includes(at),
);
const VARIANTS = "89ab";

const NONE = 255;
const valuesOf = (characters: string): Uint8Array => {
  const values = new Uint8Array(128).fill(NONE);
  for (let value = 0; value < characters.length; value++) values[characters.charCodeAt(value)] = value;
  return values;
};
const HEX_VALUES = valuesOf("0123456789abcdef");
const DIGIT_VALUES = valuesOf(DIGITS);
/** Twelve bits as two digits, and as three hexadecimal ones. */
const PAIRS = Array.from({ length: 4096 }, (_, bits) => DIGITS.charAt(bits >> 6) + DIGITS.charAt(bits & 63));
const TRIPLES = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, "0"));

/** The digits of a random uid as API servers make them (version 4); undefined where it is no such uid. */
function digitsOf(uid: string): string | undefined {
  if (uid.length !== UID_LENGTH || uid.charAt(VERSION_AT) !== "4" || !VARIANTS.includes(uid.charAt(VARIANT_AT))) return undefined;
  for (const at of DASHES) if (uid.charAt(at) !== "-") return undefined;
  const hex = (at: number): number => HEX_VALUES[uid.charCodeAt(RANDOM_AT[at] ?? 0)] ?? NONE;
  let digits = "";
  for (let at = 0; at < RANDOM_AT.length; at += 3) {
    const [a, b, c] = [hex(at), hex(at + 1), hex(at + 2)];
    if ((a | b | c) > 15) return undefined;
    digits += PAIRS[(a << 8) | (b << 4) | c];
  }
  return digits;
}

/** Writes uids one after the other. */
export class UidWriter {
  #digits = "";
  #variants = "";
  #count = 0;
  readonly #others: (readonly [number, string])[] = [];

  put(uid: string): void {
    const digits = digitsOf(uid);
    if (digits === undefined) this.#others.push([this.#count, uid]);
    else {
      this.#digits += digits;
      this.#variants += uid.charAt(VARIANT_AT);
    }
    this.#count++;
  }

  get column(): UidColumn {
    return { digits: this.#digits, variants: this.#variants, ...(this.#others.length === 0 ? {} : { others: this.#others }) };
  }
}

/** The uids of so many nodes. Throws DamagedText. */
export function decodeUids({ digits, variants, others = [] }: UidColumn, count: number): readonly string[] {
  if (variants.length + others.length !== count || digits.length !== DIGITS_A_UID * variants.length) throw new DamagedText();
  const uids = new Array<string>(count);
  const written = new Map(others);
  const digit = (at: number): number => DIGIT_VALUES[digits.charCodeAt(at)] ?? NONE;
  let random = 0;
  for (let at = 0; at < count; at++) {
    const other = written.get(at);
    if (other !== undefined) {
      uids[at] = other;
      continue;
    }
    let hex = "";
    for (let from = random * DIGITS_A_UID; from < (random + 1) * DIGITS_A_UID; from += 2) {
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
