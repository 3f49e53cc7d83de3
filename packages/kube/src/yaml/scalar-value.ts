// Scalars as kubectl reads them: sigs.k8s.io/yaml over go-yaml v2, resolve.go.

/** An integer that a number cannot hold exactly is a bigint. */
type ScalarValue = string | number | bigint | boolean | null;

/** A value that YAML allows and kubectl refuses. The message has no position, and no text that may be secret. */
export class ScalarError extends Error {}

const LONG_PREFIX = "tag:yaml.org,2002:";
/** Short names of the tags that decide how a scalar is read. Other tags are ignored, and the scalar is a string. */
const RESOLVABLE = ["str", "bool", "int", "float", "null", "timestamp"] as const;
type ScalarTag = (typeof RESOLVABLE)[number];

const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, Number.NaN] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, Number.POSITIVE_INFINITY] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);

/** First characters of all scalars that are not strings. */
const OTHER_THAN_STRING = /^(?:$|[-+.\d~yYnNtTfFoO])/;
/** Groups: sign, hexadecimal, binary, octal with a letter, octal, decimal digits. Go's strconv.ParseInt with base 0. */
const INTEGER = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]*)|([1-9]\d*))$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** go-yaml removes underscores only from numbers that begin with a digit or a sign. */
const FLOAT_WITHOUT_WHOLE = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+(?:_\d+)*)?$/;
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/;

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;
/** Decimal digits that are exact in a number. */
const SAFE_DIGITS = 15;

/** Returns undefined for text that is no integer of 64 bits. Only integers without a sign may use all 64 bits. */
function integerOf(text: string): number | bigint | undefined {
  const found = INTEGER.exec(text);
  if (found === null) return undefined;
  const [, sign = "", hexadecimal, binary, octalAfterLetter, octal, decimal] = found;
  if (decimal !== undefined && decimal.length <= SAFE_DIGITS) return Number(sign + decimal);
  const magnitude =
    hexadecimal !== undefined
      ? BigInt(`0x${hexadecimal}`)
      : binary !== undefined
        ? BigInt(`0b${binary}`)
        : decimal !== undefined
          ? BigInt(decimal)
          : BigInt(`0o${octalAfterLetter ?? (octal || "0")}`);
  const integer = sign === "-" ? -magnitude : magnitude;
  if (integer < INT64_MIN || integer > (sign === "" ? UINT64_MAX : -INT64_MIN - 1n)) return undefined;
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** Returns undefined beyond the range of a float, as Go does. */
function floatOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

interface Resolved {
  readonly tag: ScalarTag;
  readonly value: ScalarValue;
}

const string = (value: string): Resolved => ({ tag: "str", value });

/** Resolves a scalar without quotes, or with a tag that makes quotes irrelevant. */
function resolved(text: string, tag: ScalarTag | undefined): Resolved {
  if (tag === "str" || !OTHER_THAN_STRING.test(text)) return string(text);
  const word = WORDS.get(text);
  if (word !== undefined) return { tag: word === null ? "null" : typeof word === "boolean" ? "bool" : "float", value: word };
  if (text.startsWith(".")) {
    const float = FLOAT_WITHOUT_WHOLE.test(text) ? floatOf(text.replaceAll("_", "")) : undefined;
    return float === undefined ? string(text) : { tag: "float", value: float };
  }
  if (!/^[-+\d]/.test(text)) return string(text);
  if (tag === "timestamp" && TIMESTAMP.test(text)) return { tag, value: text };
  const plain = text.includes("_") ? text.replaceAll("_", "") : text;
  const integer = integerOf(plain);
  if (integer !== undefined) return { tag: "int", value: integer };
  const float = FLOAT.test(plain) ? floatOf(plain) : undefined;
  return float === undefined ? string(text) : { tag: "float", value: float };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Decodes base64 of UTF-8 text. Needs no Buffer, because the page uses this code too. */
function textOfBase64(encoded: string): string {
  const digits = encoded.replace(/[\r\n]/g, "");
  if (!BASE64.test(digits)) throw new ScalarError("!!binary holds what is no base64");
  let bits = 0;
  let bitCount = 0;
  let escaped = "";
  const bytes: number[] = [];
  for (const digit of digits.replaceAll("=", "")) {
    bits = ((bits << 6) | BASE64_DIGITS.indexOf(digit)) & 0xffff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes.push((bits >> bitCount) & 0xff);
  }
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, "0")}`;
  try {
    return decodeURIComponent(escaped);
  } catch {
    // Go replaces each byte that is not UTF-8. The other bytes of such a value are no text anyway.
    return bytes.map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : "\ufffd")).join("");
  }
}

/**
 * Returns the value of a scalar. `tag` is its long name; undefined without a tag. Only plain scalars are anything other
 * than strings without a tag. Throws ScalarError.
 */
export function scalarValue(text: string, tag: string | undefined, isPlain: boolean): ScalarValue {
  if (tag === undefined) return isPlain ? resolved(text, undefined).value : text;
  if (!tag.startsWith(LONG_PREFIX)) return text;
  const name = tag.slice(LONG_PREFIX.length);
  if (name === "binary") return textOfBase64(text);
  const wanted = RESOLVABLE.find((each) => each === name);
  if (wanted === undefined) return text;
  const found = resolved(text, wanted);
  if (wanted !== "str" && wanted !== found.tag && !(wanted === "float" && found.tag === "int"))
    throw new ScalarError(`A !!${found.tag} is no !!${wanted}`);
  return found.value;
}

/** Reports whether kubectl reads a text without quotes as the same text. A key `<<` merges a map. */
export const isPlainText = (text: string): boolean => text !== "<<" && resolved(text, undefined).value === text;

/** Returns a number as Go's FormatFloat(number, 'g', -1, 32) does, and infinities as YAML. */
function float32Text(number: number): string {
  const single = Math.fround(number);
  if (Number.isNaN(single)) return ".nan";
  if (!Number.isFinite(single)) return single > 0 ? ".inf" : "-.inf";
  if (single === 0) return Object.is(single, -0) ? "-0" : "0";
  let digits = 1;
  while (Math.fround(Number(single.toPrecision(digits))) !== single) digits++;
  const [mantissa = "", exponent = "0"] = single.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(single.toPrecision(digits)));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Returns the key that a scalar becomes in JSON. Throws ScalarError for a key that kubectl refuses. */
export function keyText(text: string, tag: string | undefined, isPlain: boolean): string {
  const value = scalarValue(text, tag, isPlain);
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      if (value >= -INT64_MIN) throw new ScalarError("A key is larger than an integer of 64 bits");
      return String(value);
    case "number":
      return integerOf(text.replaceAll("_", "")) === undefined || tag === `${LONG_PREFIX}float` ? float32Text(value) : String(value);
    case "boolean":
      return String(value);
    default:
      throw new ScalarError("A key is null: write it in quotes");
  }
}
