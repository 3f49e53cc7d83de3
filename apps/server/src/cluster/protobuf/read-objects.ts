import type { Buffer } from "node:buffer";
import type { Json } from "../decode/fields.ts";
import { MALFORMED } from "../misshapen.ts";
import { eachPart, messageIn } from "./envelope.ts";
import { LIST_META_FIELDS, STATUS_FIELDS } from "./kept-fields.ts";
import { type KeptFields, readInto, readMessage } from "./read-message.ts";
import { MalformedMessage } from "./wire.ts";

/** An object as JSON would have it, as far as it is kept; of one that is malformed what came before the fault, and why. */
export function readObject(fields: KeptFields, bytes: Buffer): Json {
  const object: Record<string, unknown> = {};
  try {
    readInto(object, fields, bytes, 0, bytes.length);
    return object;
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    return { ...object, [MALFORMED]: error.message };
  }
}

/** A page of a list, as far as it is kept; objects that are malformed stand in it. Throws MalformedMessage where it is no list. */
export function readList(fields: KeptFields, bytes: Buffer): { readonly metadata: Json; readonly items: readonly Json[] } {
  let metadata: Json = {};
  const items: Json[] = [];
  eachPart(messageIn(bytes), (number, part) => {
    if (number === 1) metadata = readMessage(LIST_META_FIELDS, part);
    if (number === 2) items.push(readObject(fields, part));
  });
  return { metadata, items };
}

/** The Status in an envelope, as far as it came. */
export function readStatus(bytes: Buffer): Json {
  try {
    return readObject(STATUS_FIELDS, messageIn(bytes));
  } catch (error) {
    if (error instanceof MalformedMessage) return {};
    throw error;
  }
}
