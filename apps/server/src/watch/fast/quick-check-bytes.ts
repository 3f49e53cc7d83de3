import type { Buffer } from "node:buffer";
import type { AsciiCodes } from "@daemonscope/daemonset/pods/healthy-pod";
import { TEXT_LIMIT } from "@daemonscope/kube-client/decode/fields";
import { type FieldTags, fieldBegin, fieldEnd, nextDecodedField, numbersOf } from "@daemonscope/kube-client/fast/protobuf/read-field";
import type { FieldSpecs } from "@daemonscope/kube-client/fast/protobuf/read-message";
import { WIRE } from "@daemonscope/kube-client/fast/protobuf/wire";

/** Reports whether bytes equal this text and are at most `TEXT_LIMIT` long. Compares numbers: reading a string
 *  letter by letter is much code at each of the many call sites. */
export function equalsBytes(known: AsciiCodes, bytes: Buffer, from: number, to: number): boolean {
  const { length } = known;
  if (length !== to - from || length > TEXT_LIMIT) return false;
  for (let at = 0; at < length; at++) if (known[at] !== bytes[from + at]) return false;
  return true;
}

/** Reports whether bytes equal this ASCII text. O(text). */
export function equalsText(text: string, bytes: Buffer, from: number, to: number): boolean {
  const { length } = text;
  if (length !== to - from || length > TEXT_LIMIT) return false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code !== bytes[from + at] || code >= 0x80) return false;
  }
  return true;
}

/** Returns the position in `known` after these bytes, which must be at `position`; -1 if they differ. */
export function afterBytes(known: AsciiCodes, position: number, bytes: Buffer, from: number, to: number): number {
  if (to - from > TEXT_LIMIT || position + to - from > known.length) return -1;
  for (let at = from; at < to; at++) if (known[position + at - from] !== bytes[at]) return -1;
  return position + to - from;
}

/** A missing time. */
export const NO_TIME = -1;
/** The generic decoder must read the value. */
export const NEEDS_FULL_DECODE = -2;
const MAX_SECONDS = 2 ** 32 - 2;
const SECONDS_TAG = 8;
const NANOS_TAG = 16;

/** Returns the seconds since the epoch, from 1970 to 2106, of a time in the API's encoding. Otherwise it returns
 *  NO_TIME or NEEDS_FULL_DECODE. */
export function secondsIn(bytes: Buffer, from: number, to: number): number {
  if (from === to) return NO_TIME;
  if (bytes[from] !== SECONDS_TAG) return NEEDS_FULL_DECODE;
  let seconds = 0;
  let scale = 1;
  let at = from + 1;
  for (; ; at++) {
    if (at >= to || scale > 2 ** 28) return NEEDS_FULL_DECODE;
    const byte = bytes[at] ?? 0;
    seconds += (byte & 0x7f) * scale;
    if (byte < 0x80) break;
    scale *= 0x80;
  }
  at++;
  // Kubernetes keeps no fractions of seconds, and writes zero for them.
  const ends = at === to || (at + 2 === to && bytes[at] === NANOS_TAG && (bytes[at + 1] ?? 0x80) < 0x80);
  return ends && seconds > 0 && seconds <= MAX_SECONDS ? seconds : NEEDS_FULL_DECODE;
}

const ZERO = 48;
const MAX_DIGITS = 15;

/** Returns a version as a number if it prints unchanged; 0 for any other. */
export function versionIn(bytes: Buffer, from: number, to: number): number {
  if (from === to || to - from > MAX_DIGITS || bytes[from] === ZERO) return 0;
  let version = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    version = version * 10 + digit;
  }
  return version;
}

/** The value of a hexadecimal digit by its code, in lower case; 255 for anything else. */
const DIGITS = new Uint8Array(256).fill(255);
for (const [value, digit] of [..."0123456789abcdef"].entries()) DIGITS[digit.charCodeAt(0)] = value;
const UUID_BYTES = 36;
const DASH = 45;
/** Bitwise OR of the digits that were read; above 15 if a byte was no digit. */
let worst = 0;

function hexIn(bytes: Buffer, from: number, digits: number): number {
  let number = 0;
  for (let at = from; at < from + digits; at++) {
    const digit = DIGITS[bytes[at] ?? 0] ?? 255;
    worst |= digit;
    number = (number << 4) | digit;
  }
  return number >>> 0;
}

/** Reads a uid as the API server generates it; false for any other text. */
export function readUuidBytes(uid: { a: number; b: number; c: number; d: number }, bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== UUID_BYTES) return false;
  if (bytes[from + 8] !== DASH || bytes[from + 13] !== DASH || bytes[from + 18] !== DASH || bytes[from + 23] !== DASH) return false;
  worst = 0;
  uid.a = hexIn(bytes, from, 8);
  uid.b = ((hexIn(bytes, from + 9, 4) << 16) | hexIn(bytes, from + 14, 4)) >>> 0;
  uid.c = ((hexIn(bytes, from + 19, 4) << 16) | hexIn(bytes, from + 24, 4)) >>> 0;
  uid.d = hexIn(bytes, from + 28, 8);
  return worst < 16;
}

/** A message whose fields are texts or such messages, by field number. */
interface TextFieldSpec {
  readonly numbers: FieldTags;
  readonly within: readonly (TextFieldSpec | undefined)[];
}

export const textFieldSpec = (fields: FieldSpecs): TextFieldSpec => ({
  numbers: numbersOf(fields),
  within: fields.map((field) => (field?.holds === "message" || field?.holds === "messages" ? textFieldSpec(field.fields) : undefined)),
});

/** Walks through a message without decoding it. Returns false if it is malformed, or if the generic decoder must
 *  decide. */
export function isWellFormed({ numbers, within }: TextFieldSpec, bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(numbers, bytes, at, to);
    if (tag === 0) return true;
    if (tag < 0 || (tag & 7) !== WIRE.bytes) return false;
    const begin = fieldBegin();
    at = fieldEnd();
    const inner = within[tag >>> 3];
    if (inner !== undefined && !isWellFormed(inner, bytes, begin, at)) return false;
  }
  return true;
}
