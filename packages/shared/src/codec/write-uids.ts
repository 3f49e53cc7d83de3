import type { UidColumn } from "../state/frame.ts";
import { UID_DIGITS } from "./read-uids.ts";

const UID_LENGTH = 36;
/**
 * Positions in a random uid: the dashes, the version digit 4, the variant digit (one of `89ab`), and the 30 other
 * digits.
 */
const DASHES = [8, 13, 18, 23] as const;
const VERSION_AT = 14;
const VARIANT_AT = 19;
const RANDOM_AT = Array.from({ length: UID_LENGTH }, (_, at) => at).filter(
  (at) => at !== VERSION_AT && at !== VARIANT_AT && !(DASHES as readonly number[]).includes(at),
);
const VARIANTS = "89ab";

const NONE = 255;
const HEX_VALUES = new Uint8Array(128).fill(NONE);
for (const [value, digit] of [..."0123456789abcdef"].entries()) HEX_VALUES[digit.charCodeAt(0)] = value;
/** Twelve bits as two digits. */
const PAIRS = Array.from({ length: 4096 }, (_, bits) => UID_DIGITS.charAt(bits >> 6) + UID_DIGITS.charAt(bits & 63));

/** Returns the digits of a random uid as API servers create them (version 4); undefined for any other uid. */
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

/** Writes uids one at a time. */
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
