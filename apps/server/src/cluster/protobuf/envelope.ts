import { Buffer } from "node:buffer";
import { endOfBytes, endOfValue, endOfVarint, MalformedMessage, varint, WIRE } from "./wire.ts";

/** What lists and watches are asked for in where protobuf will do; the server answers in the first that it speaks. */
export const PROTOBUF_OR_JSON = "application/vnd.kubernetes.protobuf, application/json";

export const isProtobuf = (contentType: string | undefined): boolean =>
  /^application\/vnd\.kubernetes\.protobuf(?:\s*;|$)/i.test(contentType ?? "");

const PREFIX = Buffer.from("k8s\0", "latin1");
export const isEnvelope = (bytes: Buffer): boolean => bytes.length >= PREFIX.length && PREFIX.equals(bytes.subarray(0, PREFIX.length));

/** Gives each field of bytes alone, by its number; values of other kinds are skipped. Throws MalformedMessage. */
export function eachPart(bytes: Buffer, take: (number: number, part: Buffer) => void): void {
  for (let at = 0; at < bytes.length; ) {
    const tag = varint(bytes, at, bytes.length);
    at = endOfVarint();
    if ((tag & 7) !== WIRE.bytes) {
      at = endOfValue(bytes, tag & 7, at, bytes.length);
      continue;
    }
    const end = endOfBytes(bytes, at, bytes.length);
    take(tag >>> 3, bytes.subarray(endOfVarint(), end));
    at = end;
  }
}

/** The message in the API's envelope: four bytes, then `Unknown` with the message in field 2. Throws MalformedMessage.
 *  Source: apimachinery pkg/runtime/serializer/protobuf. */
export function messageIn(bytes: Buffer): Buffer {
  if (!isEnvelope(bytes)) throw new MalformedMessage("it does not begin as a message of the API does");
  let raw: Buffer = Buffer.alloc(0);
  eachPart(bytes.subarray(PREFIX.length), (number, part) => {
    if (number === 2) raw = part;
  });
  return raw;
}
