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

/** An object from a list or a watch: projected already, or as in the answer. */
export type DecodedObject<T> = { readonly kind: "read"; readonly object: T } | { readonly kind: "put"; readonly object: Json };

/** Reads an object into its projection. If Kubernetes would not write its bytes this way, returns an object as in
 *  JSON, which the decoder judges. */
export function decodeArrived<T>(form: ProtobufDecoder<T>, bytes: Buffer, from = 0, to = bytes.length): DecodedObject<T> {
  try {
    return { kind: "read", object: form.read(bytes, from, to) };
  } catch (error) {
    if (!(error instanceof UnsupportedEncoding) && !(error instanceof MalformedMessage)) throw error;
    return { kind: "put", object: readObject(form.fields, bytes, from, to) };
  }
}

/** Reads a page of a list, malformed objects included. Throws MalformedMessage if the bytes are no list. */
export function readList<T>(
  form: ProtobufDecoder<T>,
  bytes: Buffer,
): { readonly metadata: Json; readonly items: Iterable<DecodedObject<T>> } {
  let metadata: Json = {};
  /** The begin and the end of each object, alternately. */
  const places: number[] = [];
  const begin = messageIn(bytes, 0, bytes.length);
  eachPart(bytes, begin, endOfMessage(), (number, from, to) => {
    if (number === 1) metadata = readMessage(LIST_META_FIELDS, bytes, from, to);
    if (number === 2) places.push(from, to);
  });
  return { metadata, items: arrivedOneByOne(form, bytes, places) };
}

function* arrivedOneByOne<T>(form: ProtobufDecoder<T>, bytes: Buffer, places: readonly number[]): Iterable<DecodedObject<T>> {
  for (let at = 0; at < places.length; at += 2) yield decodeArrived(form, bytes, places[at], places[at + 1]);
}

/** Reads the Status in an envelope. A malformed one has the fields before the fault. */
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
export function resourceVersionIn<T extends { readonly metadata: ObjectMeta }>(arrived: DecodedObject<T>): string | undefined {
  if (arrived.kind === "read") return arrived.object.metadata.resourceVersion;
  return textField(objectField(arrived.object, "metadata"), "resourceVersion");
}
