import { Buffer } from "node:buffer";
import type { JsonObject } from "../objects/json.ts";
import { timestamp } from "../objects/timestamp.ts";
import { type ApiField, type ApiType, apiType, type ScalarName, typeOfKind, type ValueType } from "./api-types.ts";

class BadProtobuf extends Error {}

/** One field of a message in its encoded form: a number, or bytes that may be a text or a message. */
type WireValue = bigint | Uint8Array;

/** The fields of a message by number, in order. */
function wireFields(bytes: Uint8Array): readonly (readonly [number, WireValue])[] {
  const fields: [number, WireValue][] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new BadProtobuf("unexpected EOF");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new BadProtobuf("proto: integer overflow");
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >>> 3;
    switch (tag & 7) {
      case 0:
        fields.push([number, varint()]);
        break;
      case 2: {
        const length = Number(varint());
        if (length < 0 || at + length > bytes.length) throw new BadProtobuf("unexpected EOF");
        fields.push([number, bytes.subarray(at, at + length)]);
        at += length;
        break;
      }
      default:
        throw new BadProtobuf(`proto: illegal wireType ${tag & 7}`);
    }
  }
  return fields;
}

const textOf = (value: WireValue | undefined): string => (value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : "");
const numberOf = (value: WireValue | undefined): number => (typeof value === "bigint" ? Number(value) : 0);
const bytesOf = (value: WireValue | undefined): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** Returns the fields by number, for messages whose fields do not repeat. */
const fieldsByNumber = (bytes: Uint8Array): ReadonlyMap<number, WireValue> => new Map(wireFields(bytes));

function timeOf(bytes: Uint8Array, micro: boolean): string | null {
  const fields = fieldsByNumber(bytes);
  // The zero time is an empty message, and null in JSON.
  if (!fields.has(1)) return null;
  const timeMs = numberOf(fields.get(1)) * 1000;
  if (!micro) return timestamp(timeMs);
  const micros = String(Math.floor(numberOf(fields.get(2)) / 1000)).padStart(6, "0");
  return timestamp(timeMs).replace("Z", `.${micros}Z`);
}

function scalarOf(name: ScalarName, value: WireValue): unknown {
  switch (name) {
    case "string":
      return textOf(value);
    case "bool":
      return value === 1n;
    case "int32":
    case "int64":
      return numberOf(value);
    case "bytes":
      return Buffer.from(bytesOf(value)).toString("base64");
    case "time":
      return timeOf(bytesOf(value), false);
    case "microtime":
      return timeOf(bytesOf(value), true);
    case "quantity":
      return textOf(fieldsByNumber(bytesOf(value)).get(1));
    case "intOrString": {
      const fields = fieldsByNumber(bytesOf(value));
      return numberOf(fields.get(1)) === 1 ? textOf(fields.get(3)) : numberOf(fields.get(2));
    }
    case "any":
    case "fields": {
      const text = textOf(fieldsByNumber(bytesOf(value)).get(1));
      return text === "" ? null : (JSON.parse(text) as unknown);
    }
    case "strings":
      return wireFields(bytesOf(value)).map(([, item]) => textOf(item));
  }
}

function fieldValue(type: ValueType, value: WireValue): unknown {
  switch (type.kind) {
    case "scalar":
      return scalarOf(type.name, value);
    case "object":
      return messageOf(apiType(type.type), bytesOf(value));
    case "list":
    case "map":
      throw new BadProtobuf("lists of lists are not known");
  }
}

function put(object: JsonObject, { name, value: type }: ApiField, value: WireValue): void {
  if (type.kind === "list") {
    const list = Array.isArray(object[name]) ? (object[name] as unknown[]) : [];
    list.push(fieldValue(type.of, value));
    object[name] = list;
  } else if (type.kind === "map") {
    const entry = fieldsByNumber(bytesOf(value));
    const inner = entry.get(2);
    const map = (object[name] ?? {}) as JsonObject;
    const empty = type.of.kind === "scalar" && type.of.name === "string" ? new Uint8Array() : undefined;
    const content = inner ?? empty;
    if (content !== undefined) map[textOf(entry.get(1))] = fieldValue(type.of, content);
    object[name] = map;
  } else object[name] = fieldValue(type, value);
}

function messageOf(type: ApiType, bytes: Uint8Array): JsonObject {
  const object: JsonObject = {};
  const fields = [...type.fields.values()];
  for (const [number, value] of wireFields(bytes)) {
    const embedded = fields.filter(({ within }) => within === number);
    if (embedded.length > 0) {
      for (const [inner, part] of wireFields(bytesOf(value))) {
        const field = embedded.find((candidate) => candidate.number === inner);
        if (field !== undefined) put(object, field, part);
      }
      continue;
    }
    const field = fields.find((candidate) => candidate.number === number && candidate.within === undefined);
    if (field !== undefined) put(object, field, value);
  }
  return object;
}

const PREFIX = Buffer.from("k8s\0");

/**
 * Decodes an object in the API's protobuf encoding: the prefix, then an envelope with apiVersion and kind, then the
 * message. Returns undefined for an unknown kind, and a problem for bytes that are not protobuf. Empty values remain;
 * decodeObject leaves them out.
 */
export function readProtobuf(bytes: Uint8Array): { readonly object: JsonObject } | { readonly problem: string } | undefined {
  try {
    if (!Buffer.from(bytes.subarray(0, 4)).equals(PREFIX)) throw new BadProtobuf("provided data does not appear to be a protobuf message");
    const envelope = fieldsByNumber(bytes.subarray(4));
    const typeMeta = fieldsByNumber(bytesOf(envelope.get(1)));
    const [apiVersion, kind] = [textOf(typeMeta.get(1)), textOf(typeMeta.get(2))];
    const type = kind === "DeleteOptions" ? apiType("meta/v1.DeleteOptions") : typeOfKind(apiVersion, kind);
    if (type === undefined) return undefined;
    return { object: { ...messageOf(type, bytesOf(envelope.get(2))), apiVersion, kind } };
  } catch (error) {
    if (error instanceof BadProtobuf || error instanceof SyntaxError) return { problem: error.message };
    throw error;
  }
}
