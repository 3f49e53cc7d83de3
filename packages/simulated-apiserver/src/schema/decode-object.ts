import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { canonicalQuantity } from "../objects/quantity.ts";
import { type ApiType, apiType, type ScalarName, type ValueType } from "./api-types.ts";

/** An object as its kind can hold it. */
interface Decoded {
  readonly object: JsonObject;
  /** Paths of fields that the kind does not have, in the order of the object: they are left out. */
  readonly unknown: readonly string[];
  /** The first value of a wrong type. */
  readonly mismatch?: TypeMismatch;
}

/** A value that its field cannot hold, in the words of the two decoders that the API server has. */
export interface TypeMismatch {
  /** The message of the decoder for JSON text. */
  readonly json: string;
  /** The message of the decoder for the result of a strategic merge. */
  readonly converted: string;
}

class Mismatch extends Error {
  readonly converted: string;
  constructor(message: string, converted = message) {
    super(message);
    this.converted = converted;
  }
}

const GO_NAMES: Readonly<Partial<Record<ScalarName, string>>> = {
  bytes: "[]uint8",
  time: "v1.Time",
  microtime: "v1.MicroTime",
  strings: "v1.ExtraValue",
  intOrString: "int32",
};

const WHOLE_NUMBERS: readonly ScalarName[] = ["int32", "int64", "intOrString"];

function goName(value: ValueType): string {
  switch (value.kind) {
    case "scalar":
      return GO_NAMES[value.name] ?? value.name;
    case "object":
      return `v1.${value.type.split(".").at(-1)}`;
    case "list":
      return `[]${goName(value.of)}`;
    case "map":
      return `map[string]${goName(value.of)}`;
  }
}

function jsonName(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}

const QUANTITY = /^[+-]?(\d+(\.\d*)?|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;

function fits(name: ScalarName, value: unknown): boolean {
  switch (name) {
    case "string":
    case "bytes":
    case "time":
    case "microtime":
      return typeof value === "string";
    case "bool":
      return typeof value === "boolean";
    case "int32":
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
    case "int64":
      return Number.isInteger(value);
    case "intOrString":
      return typeof value === "string" || Number.isInteger(value);
    case "quantity":
      return typeof value === "number" || typeof value === "string";
    case "strings":
      return Array.isArray(value);
    case "fields":
    case "any":
      return true;
  }
}

/** Returns the index of the first character that is not base64; undefined if the text is valid. */
function firstInvalidBase64(text: string): number | undefined {
  const validLength = /^[A-Za-z0-9+/]*/.exec(text)?.[0].length ?? 0;
  const padding = text.slice(validLength);
  if ((validLength + padding.length) % 4 === 0 && /^={0,2}$/.test(padding)) return undefined;
  return padding === "" ? Math.floor(validLength / 4) * 4 : validLength;
}

/** The position of the decoder in the object: as Go type and fields, and as a path with list indexes. */
interface Position {
  readonly type: string;
  readonly fields: readonly string[];
  readonly path: string;
}

function conversionProblem(value: unknown, expected: ValueType): string {
  const goKind = Array.isArray(value) ? "slice" : isJsonObject(value) ? "map" : typeof value === "number" ? "int64" : jsonName(value);
  switch (expected.kind) {
    case "scalar":
      return `unrecognized type: ${goName(expected)}`;
    case "list":
      return `cannot restore slice from ${goKind}`;
    case "map":
      return `cannot restore map from ${goKind}`;
    case "object":
      return `cannot restore struct from: ${goKind}`;
  }
}

/** Returns the JSON type of a value, as the message names it: for a whole-number field with the number itself. */
const nameFor = (value: unknown, expected: ValueType): string =>
  typeof value === "number" && expected.kind === "scalar" && WHOLE_NUMBERS.includes(expected.name) ? `number ${value}` : jsonName(value);

const mismatch = (value: unknown, expected: ValueType, position: Position): Mismatch =>
  new Mismatch(
    `json: cannot unmarshal ${nameFor(value, expected)} into Go struct field ${position.type}.${position.fields.join(".")} of type ${goName(expected)}`,
    conversionProblem(value, expected),
  );

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === "" || value === 0 || value === false || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Returns the value that Go reads for a null in a map or a list; null itself for the other scalars. */
function zeroValueOf(expected: ValueType): unknown {
  switch (expected.kind) {
    case "object":
    case "map":
      return {};
    case "list":
      return [];
    case "scalar":
      switch (expected.name) {
        case "string":
        case "bytes":
          return "";
        case "quantity":
          return "0";
        case "bool":
          return false;
        case "int32":
        case "int64":
        case "intOrString":
          return 0;
        default:
          return null;
      }
  }
}

function decodeValue(value: unknown, expected: ValueType, position: Position, unknown: string[]): unknown {
  switch (expected.kind) {
    case "scalar":
      if (!fits(expected.name, value)) throw mismatch(value, expected, position);
      if (expected.name === "quantity") {
        if (!QUANTITY.test(String(value)))
          throw new Mismatch("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        return canonicalQuantity(String(value)) ?? String(value);
      }
      if ((expected.name === "time" || expected.name === "microtime") && Number.isNaN(Date.parse(String(value))))
        throw new Mismatch(
          `parsing time ${JSON.stringify(value)} as "2006-01-02T15:04:05${expected.name === "microtime" ? ".000000" : ""}Z07:00": cannot parse ${JSON.stringify(value)} as "2006"`,
        );
      if (expected.name === "bytes") {
        const invalidAt = firstInvalidBase64(String(value));
        if (invalidAt !== undefined) throw new Mismatch(`illegal base64 data at input byte ${invalidAt}`);
      }
      return value;
    case "list":
      if (!Array.isArray(value)) throw mismatch(value, expected, position);
      return value.map((element, index) =>
        decodeValue(element ?? zeroValueOf(expected.of), expected.of, { ...position, path: `${position.path}[${index}]` }, unknown),
      );
    case "map":
      if (!isJsonObject(value)) throw mismatch(value, expected, position);
      return Object.fromEntries(
        Object.entries(value).map(([key, element]) => [
          key,
          decodeValue(element ?? zeroValueOf(expected.of), expected.of, { ...position, path: `${position.path}.${key}` }, unknown),
        ]),
      );
    case "object":
      if (!isJsonObject(value)) throw mismatch(value, expected, position);
      return decodeFields(value, apiType(expected.type), position, unknown);
  }
}

function decodeFields(value: JsonObject, type: ApiType, position: Position, unknown: string[]): JsonObject {
  const decoded: JsonObject = {};
  for (const [name, fieldValue] of Object.entries(value)) {
    const field = type.fields.get(name);
    const path = position.path === "" ? name : `${position.path}.${name}`;
    if (field === undefined) {
      unknown.push(path);
      continue;
    }
    if (fieldValue === null || fieldValue === undefined) continue;
    const fieldPosition: Position = { type: type.name.split(".").at(-1) ?? "", fields: [...position.fields, name], path };
    const inner = decodeValue(fieldValue, field.value, fieldPosition, unknown);
    // Fields that Go would not write back are left out.
    if (field.pointer || field.required || field.value.kind === "object" || !isEmpty(inner)) decoded[name] = inner;
  }
  return decoded;
}

/**
 * Decodes JSON as an object of a kind, as the API server does: leaves out nulls, unknown fields and empty values that
 * Go omits.
 */
export function decodeObject(value: JsonObject, type: ApiType): Decoded {
  const unknown: string[] = [];
  try {
    return { object: decodeFields(value, type, { type: "", fields: [], path: "" }, unknown), unknown };
  } catch (error) {
    if (error instanceof Mismatch) return { object: {}, unknown, mismatch: { json: error.message, converted: error.converted } };
    throw error;
  }
}

/** Reports whether a field of a type can hold a value. */
export function isDecodable(value: unknown, expected: ValueType): boolean {
  try {
    decodeValue(value, expected, { type: "", fields: [], path: "" }, []);
    return true;
  } catch (error) {
    if (error instanceof Mismatch) return false;
    throw error;
  }
}
