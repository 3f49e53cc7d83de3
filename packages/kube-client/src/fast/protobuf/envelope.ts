import { Buffer } from "node:buffer";
import { endOfBytes, endOfValue, endOfVarint, MalformedMessage, varint, WIRE } from "./wire.ts";

/** The Accept header for kinds with a protobuf decoder. The server answers in the first type that it supports. */
export const PROTOBUF_OR_JSON = "application/vnd.kubernetes.protobuf, application/json";

export const isProtobuf = (contentType: string | undefined): boolean =>
  /^application\/vnd\.kubernetes\.protobuf(?:\s*;|$)/i.test(contentType ?? "");

const PREFIX = Buffer.from("k8s\0", "latin1");
export function isEnvelope(bytes: Buffer, from = 0, to = bytes.length): boolean {
  for (let at = 0; at < PREFIX.length; at++) if (bytes[from + at] !== PREFIX[at]) return false;
  return to - from >= PREFIX.length;
}

/** Passes each field of type bytes with its number; skips other values. Throws MalformedMessage. */
export function eachPart(bytes: Buffer, from: number, to: number, take: (number: number, from: number, to: number) => void): void {
  for (let at = from; at < to; ) {
    const tag = varint(bytes, at, to);
    at = endOfVarint();
    if ((tag & 7) !== WIRE.bytes) {
      at = endOfValue(bytes, tag & 7, at, to);
      continue;
    }
    const end = endOfBytes(bytes, at, to);
    take(tag >>> 3, endOfVarint(), end);
    at = end;
  }
}

const RAW_TAG = 2 * 8 + WIRE.bytes;
let messageTo = 0;
/** Returns the end of the message that `messageIn` found last. */
export const endOfMessage = (): number => messageTo;

/** Returns the beginning of the message in the API's envelope: four bytes, then `Unknown` with the message in
 *  field 2. Without field 2 the message is empty. Throws MalformedMessage. Source: apimachinery
 *  pkg/runtime/serializer/protobuf. */
export function messageIn(bytes: Buffer, from: number, to: number): number {
  if (!isEnvelope(bytes, from, to)) throw new MalformedMessage("it does not begin as a message of the API does");
  let begin = to;
  let end = to;
  for (let at = from + PREFIX.length; at < to; ) {
    const tag = varint(bytes, at, to);
    at = endOfValue(bytes, tag & 7, endOfVarint(), to);
    if (tag !== RAW_TAG) continue;
    begin = endOfVarint();
    end = at;
  }
  messageTo = end;
  return begin;
}
