const UUID_LENGTH = 36;
const DASH = 45;

/** Words of 32 bits in a UUID. */
export const UUID_WORDS = 4;

/** The value of a hexadecimal digit by its code, in lower case; 255 for anything else. */
const DIGITS = new Uint8Array(128).fill(255);
for (const [value, digit] of [..."0123456789abcdef"].entries()) DIGITS[digit.charCodeAt(0)] = value;
const BYTES = Array.from({ length: 256 }, (_value, byte) => byte.toString(16).padStart(2, "0"));

/** The words of the uid that was read last, by readUuid or putReadWords. */
export const readWords = new Uint32Array(UUID_WORDS);
/** That uid: it is mostly the same that is asked of next. */
let readUid: string | undefined;

/** The number of `digits` hexadecimal digits; not a whole one where one is none. */
function hexAt(uid: string, from: number, digits: number): number {
  let number = 0;
  let worst = 0;
  for (let at = from; at < from + digits; at++) {
    const code = uid.charCodeAt(at);
    const digit = code < 128 ? (DIGITS[code] ?? 255) : 255;
    worst |= digit;
    number = (number << 4) | digit;
  }
  return worst > 15 ? Number.NaN : number >>> 0;
}

/** Reads a uid as the API server makes them into `readWords`; false for any other text. */
export function readUuid(uid: string): boolean {
  if (uid === readUid) return true;
  if (uid.length !== UUID_LENGTH) return false;
  const areDashes = uid.charCodeAt(8) === DASH && uid.charCodeAt(13) === DASH && uid.charCodeAt(18) === DASH && uid.charCodeAt(23) === DASH;
  const a = hexAt(uid, 0, 8);
  const b = hexAt(uid, 9, 4) * 0x10000 + hexAt(uid, 14, 4);
  const c = hexAt(uid, 19, 4) * 0x10000 + hexAt(uid, 24, 4);
  const d = hexAt(uid, 28, 8);
  if (!areDashes || Number.isNaN(a + b + c + d)) return false;
  putReadWords(a, b, c, d);
  readUid = uid;
  return true;
}

/** The same, of one whose words are known. */
export function putReadWords(a: number, b: number, c: number, d: number): void {
  readUid = undefined;
  readWords[0] = a;
  readWords[1] = b;
  readWords[2] = c;
  readWords[3] = d;
}

const hexOf = (word: number): string =>
  `${BYTES[word >>> 24] ?? ""}${BYTES[(word >>> 16) & 255] ?? ""}${BYTES[(word >>> 8) & 255] ?? ""}${BYTES[word & 255] ?? ""}`;

/** The text of a UUID. */
export function uuidText(a: number, b: number, c: number, d: number): string {
  const text = `${hexOf(a)}${hexOf(b)}${hexOf(c)}${hexOf(d)}`;
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
