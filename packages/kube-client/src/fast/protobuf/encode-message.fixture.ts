import { Buffer } from "node:buffer";
import { type ApiType, apiType, type ValueType } from "@daemonscope/simulated-apiserver/schema/api-types";

type Values = Readonly<Record<string, unknown>>;

const ONE_BYTE = Array.from({ length: 128 }, (_, value) => Buffer.of(value));

function varint(value: number | bigint): Buffer {
  const known = typeof value === "number" ? ONE_BYTE[value] : undefined;
  if (known !== undefined) return known;
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const more = rest > 0x7fn;
    bytes.push(Number(rest & 0x7fn) | (more ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}
const number = (field: number, value: number | bigint): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
export const part = (field: number, bytes: Buffer): Buffer => Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
const text = (field: number, value: string): Buffer => part(field, Buffer.from(value, "utf8"));

function encodedValue(field: number, type: ValueType, value: unknown): Buffer {
  if (type.kind === "object") return part(field, encodeMessage(apiType(type.type), (value ?? {}) as Values));
  if (type.kind !== "scalar") throw new Error("lists of lists are not known");
  switch (type.name) {
    case "bool":
      return number(field, value === true ? 1 : 0);
    case "int32":
    case "int64":
      return number(field, Number(value ?? 0));
    case "time":
      return part(field, value === undefined || value === null ? Buffer.alloc(0) : number(1, Math.floor(Date.parse(String(value)) / 1000)));
    case "quantity":
      return part(field, text(1, String(value)));
    case "fields":
      return part(field, text(1, JSON.stringify(value)));
    case "string":
      return text(field, String(value ?? ""));
    default:
      throw new Error(`${type.name} is not written here`);
  }
}

/** Encodes an object like an API server in Go: fields that are no pointers are written even if they are empty. */
function encodeMessage(type: ApiType, object: Values): Buffer {
  const parts: Buffer[] = [];
  for (const { name, number: field, value: holds, pointer } of type.fields.values()) {
    if (field === 0) continue;
    const value = object[name];
    if (holds.kind === "list") {
      for (const each of (value ?? []) as readonly unknown[]) parts.push(encodedValue(field, holds.of, each));
    } else if (holds.kind === "map") {
      for (const [key, each] of Object.entries((value ?? {}) as Values))
        parts.push(part(field, Buffer.concat([text(1, key), encodedValue(2, holds.of, each)])));
    } else if (value !== undefined || !pointer) {
      const isWritable =
        value !== undefined || holds.kind === "object" || ["string", "bool", "int32", "int64", "time"].includes(holds.name);
      if (isWritable) parts.push(encodedValue(field, holds, value));
    }
  }
  return Buffer.concat(parts);
}

/** Wraps a message in the envelope of the API. */
export const enveloped = (kind: string, message: Buffer): Buffer =>
  Buffer.concat([Buffer.from("k8s\0", "latin1"), part(1, Buffer.concat([text(1, "v1"), text(2, kind)])), part(2, message)]);

/** A frame of a watch, with its length. */
export function watchFrame(type: string, object: Buffer): Buffer {
  const event = Buffer.concat([text(1, type), part(2, part(1, object))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

export const encodedPod = (object: Values): Buffer => encodeMessage(apiType("core/v1.Pod"), object);
export const encodedNode = (object: Values): Buffer => encodeMessage(apiType("core/v1.Node"), object);
