import type { Buffer } from "node:buffer";
import type { Json } from "../../decode/fields.ts";
import { internedText } from "./interned-text.ts";
import { timeText } from "./time-text.ts";
import { endOfBytes, endOfValue, endOfVarint, MalformedMessage, varint, WIRE } from "./wire.ts";

/** A kept field: its name in JSON and its type. `isRequired`: JSON contains it even if it is empty. */
export type FieldSpec = {
  readonly name: string;
  readonly isRequired?: true;
  /** The texts are nearly unique, and so not worth caching. */
  readonly isUnique?: true;
  /** Few objects need the field, so the fast readers skip it unread. A fault in it does not affect the object. */
  readonly isOnDemand?: true;
} & (
  | { readonly holds: "text" | "texts" | "integer" | "integers" | "flag" | "time" }
  /** With `only`, other keys are skipped. */
  | { readonly holds: "map"; readonly only?: ReadonlySet<string> }
  /** A map of messages Quantity, which are texts in JSON. */
  | { readonly holds: "quantities" }
  | { readonly holds: "message" | "messages"; readonly fields: FieldSpecs }
);

/** Fields by number. A field without an entry is skipped unread. */
export type FieldSpecs = readonly (FieldSpec | undefined)[];

/** Limits of the number of values. A decoder ignores further ones. */
const LIST_LIMIT = 2000;
const MAP_LIMIT = 1000;

const text = (bytes: Buffer, from: number, to: number): string => internedText(bytes, from, to);

/** Reads a message Quantity: its text is field 1. Such texts are nearly unique. Throws MalformedMessage. */
export function quantityText(bytes: Buffer, from: number, to: number): string {
  let written = "";
  for (let at = from; at < to; ) {
    const tag = varint(bytes, at, to);
    at = endOfVarint();
    if (tag === 10) {
      const end = endOfBytes(bytes, at, to);
      written = bytes.toString("utf8", endOfVarint(), end);
      at = end;
    } else at = endOfValue(bytes, tag & 7, at, to);
  }
  return written;
}

/** Reads one entry of a map: its key is field 1, its value field 2. */
function putEntry(
  map: Record<string, string>,
  only: ReadonlySet<string> | undefined,
  bytes: Buffer,
  from: number,
  to: number,
  valueText: (bytes: Buffer, from: number, to: number) => string = text,
): void {
  let key = "";
  let value: readonly [number, number] = [0, 0];
  for (let at = from; at < to; ) {
    const tag = varint(bytes, at, to);
    at = endOfVarint();
    if (tag === 10 || tag === 18) {
      const end = endOfBytes(bytes, at, to);
      if (tag === 10) key = text(bytes, endOfVarint(), end);
      else value = [endOfVarint(), end];
      at = end;
    } else at = endOfValue(bytes, tag & 7, at, to);
  }
  if (only === undefined || only.has(key)) map[key] = valueText(bytes, value[0], value[1]);
}

type Fields = Record<string, unknown>;

function add(object: Fields, name: string, value: unknown): void {
  const list = object[name] as unknown[] | undefined;
  if (list === undefined) object[name] = [value];
  else if (list.length < LIST_LIMIT) list.push(value);
}

function putBytes(object: Fields, field: FieldSpec, bytes: Buffer, from: number, to: number): void {
  const { name, isRequired } = field;
  switch (field.holds) {
    case "text":
      if (from < to || isRequired) object[name] = field.isUnique ? bytes.toString("utf8", from, to) : text(bytes, from, to);
      return;
    case "texts":
      return add(object, name, text(bytes, from, to));
    case "time": {
      const written = timeText(bytes, from, to);
      if (written !== undefined) object[name] = written;
      return;
    }
    case "map": {
      object[name] ??= Object.create(null);
      const map = object[name] as Record<string, string>;
      // Checks the size only where it may exceed the limit: a map with `only` has a few keys.
      if (to - from > 0 && (Object.keys(map).length < MAP_LIMIT || field.only !== undefined)) putEntry(map, field.only, bytes, from, to);
      return;
    }
    case "quantities": {
      object[name] ??= Object.create(null);
      const map = object[name] as Record<string, string>;
      if (to - from > 0 && Object.keys(map).length < MAP_LIMIT) putEntry(map, undefined, bytes, from, to, quantityText);
      return;
    }
    case "message": {
      // If the message occurs twice, the later parts extend the earlier ones.
      object[name] ??= {};
      return readInto(object[name] as Fields, field.fields, bytes, from, to);
    }
    case "messages":
      return add(
        object,
        name,
        field.isOnDemand ? readLeniently(field.fields, bytes, from, to) : readMessage(field.fields, bytes, from, to),
      );

    default:
      throw new MalformedMessage(`${name} is no number`);
  }
}

const isNumber = ({ holds }: FieldSpec): boolean => holds === "integer" || holds === "integers" || holds === "flag";

/** Does the same, and leaves out a value with a fault. */
function putLeniently(object: Fields, field: FieldSpec, bytes: Buffer, from: number, to: number): void {
  try {
    putBytes(object, field, bytes, from, to);
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
  }
}

/** Reads the kept fields into an object as in JSON, and skips all others unread. After a fault the object has the
 *  fields before it. Throws MalformedMessage. O(bytes), nearly all skipped by their lengths. */
export function readInto(object: Fields, fields: FieldSpecs, bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; ) {
    // Nearly all tags have one byte or two.
    let tag = bytes[at] ?? 0;
    if (tag < 0x80) at++;
    else {
      tag = varint(bytes, at, to);
      at = endOfVarint();
    }
    if (tag < 8) throw new MalformedMessage("a field has no number");
    const wire = tag & 7;
    const field = fields[tag >>> 3];
    if (field === undefined || (field.isOnDemand && wire !== (isNumber(field) ? WIRE.varint : WIRE.bytes))) {
      at = endOfValue(bytes, wire, at, to);
      continue;
    }
    if (wire === WIRE.bytes) {
      const end = endOfBytes(bytes, at, to);
      if (field.isOnDemand) putLeniently(object, field, bytes, endOfVarint(), end);
      else putBytes(object, field, bytes, endOfVarint(), end);
      at = end;
      continue;
    }
    if (wire !== WIRE.varint || !isNumber(field)) throw new MalformedMessage(`${field.name} is of kind ${wire}`);
    const value = varint(bytes, at, to);
    at = endOfVarint();
    if (field.holds === "integers") add(object, field.name, value);
    else if (value !== 0 || field.isRequired) object[field.name] = field.holds === "flag" ? value !== 0 : value;
  }
}

/** Reads into a new object, like `readInto`. */
export function readMessage(fields: FieldSpecs, bytes: Buffer, from: number, to: number): Json {
  const object: Fields = {};
  readInto(object, fields, bytes, from, to);
  return object;
}

/** Reads into a new object. After a fault it has the fields before it. */
export function readLeniently(fields: FieldSpecs, bytes: Buffer, from: number, to: number): Json {
  const object: Fields = {};
  try {
    readInto(object, fields, bytes, from, to);
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
  }
  return object;
}
