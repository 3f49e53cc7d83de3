import type { Buffer } from "node:buffer";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import { type Json, objectField, textField } from "../../decode/fields.ts";
import { MALFORMED } from "../../decode/malformed-reason.ts";
import { LIST_META_FIELDS, STATUS_FIELDS } from "./decoded-fields.ts";
import type { ProtobufDecoder } from "./decoders.ts";
import { eachPart, endOfMessage, messageIn } from "./envelope.ts";
import { type FieldSpecs, readInto, readMessage } from "./read-message.ts";
import { MalformedMessage, UnsupportedEncoding } from "./wire.ts";

/** Reads the kept fields of an object as in JSON. A malformed object has the fields before the fault, and the
 *  reason. */
export function readObject(fields: FieldSpecs, bytes: Buffer, from = 0, to = bytes.length): Json {
  const object: Record<string, unknown> = {};
  try {
    readInto(object, fields, bytes, from, to);
    return object;
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    return { ...object, [MALFORMED]: error.message };
  }
}

/** An object from a list or a watch: `read` is decoded completely, `put` still needs the decoder for JSON. */
export type DecodedObject<T> = { readonly kind: "read"; readonly object: T } | { readonly kind: "put"; readonly object: Json };

/** Decodes an object directly. If Kubernetes would not write its bytes this way, returns an object as in JSON, which
 *  the decoder for JSON checks. A pod takes 6.2 instead of 18 µs with `readObject`, and 57 µs as JSON text. */
export function decodeArrived<T>(decoder: ProtobufDecoder<T>, bytes: Buffer, from = 0, to = bytes.length): DecodedObject<T> {
  try {
    return { kind: "read", object: decoder.read(bytes, from, to) };
  } catch (error) {
    if (!(error instanceof UnsupportedEncoding) && !(error instanceof MalformedMessage)) throw error;
    return { kind: "put", object: readObject(decoder.fields, bytes, from, to) };
  }
}

/** Reads a page of a list, malformed objects included. Throws MalformedMessage if the bytes are no list. */
export function readList<T>(
  decoder: ProtobufDecoder<T>,
  bytes: Buffer,
): { readonly metadata: Json; readonly items: Iterable<DecodedObject<T>> } {
  let metadata: Json = {};
  /** The beginning and the end of each object, alternately. */
  const ranges: number[] = [];
  const begin = messageIn(bytes, 0, bytes.length);
  eachPart(bytes, begin, endOfMessage(), (number, from, to) => {
    if (number === 1) metadata = readMessage(LIST_META_FIELDS, bytes, from, to);
    if (number === 2) ranges.push(from, to);
  });
  return { metadata, items: decodedItems(decoder, bytes, ranges) };
}

function* decodedItems<T>(decoder: ProtobufDecoder<T>, bytes: Buffer, ranges: readonly number[]): Iterable<DecodedObject<T>> {
  for (let at = 0; at < ranges.length; at += 2) yield decodeArrived(decoder, bytes, ranges[at], ranges[at + 1]);
}

/** Reads the Status in an envelope. A malformed one has the fields before the fault; it is empty if the envelope is
 *  malformed. */
export function readStatus(bytes: Buffer): Json {
  try {
    const begin = messageIn(bytes, 0, bytes.length);
    return readObject(STATUS_FIELDS, bytes, begin, endOfMessage());
  } catch (error) {
    if (error instanceof MalformedMessage) return {};
    throw error;
  }
}

/** Returns the version of an object. */
export function resourceVersionIn<T extends { readonly metadata: ObjectMeta }>(decoded: DecodedObject<T>): string | undefined {
  if (decoded.kind === "read") return decoded.object.metadata.resourceVersion;
  return textField(objectField(decoded.object, "metadata"), "resourceVersion");
}
