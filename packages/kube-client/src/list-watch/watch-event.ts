import type { Buffer } from "node:buffer";
import { parseJson } from "@daemonscope/kube/base/parse-json";
import { isJson, type Json, objectField, textField } from "../decode/fields.ts";
import { BOOKMARK_FIELDS, END_OF_LIST, IDENTITY_FIELDS, STATUS_FIELDS } from "../fast/protobuf/decoded-fields.ts";
import type { ProtobufDecoder } from "../fast/protobuf/decoders.ts";
import { endOfMessage, messageIn } from "../fast/protobuf/envelope.ts";
import { internedText } from "../fast/protobuf/interned-text.ts";
import { fieldBegin, fieldEnd, readField } from "../fast/protobuf/read-field.ts";
import { type DecodedObject, decodeArrived, readObject } from "../fast/protobuf/read-objects.ts";
import { MalformedMessage } from "../fast/protobuf/wire.ts";

/** A decoded line or frame of a watch. */
export type WatchEvent<T = never> =
  | DecodedObject<T>
  /** An object that `QuickCheckReader` handled. */
  | { readonly kind: "quickChecked" }
  | { readonly kind: "deleted"; readonly uid: string | undefined; readonly version: string | undefined }
  | { readonly kind: "bookmark"; readonly version: string | undefined; readonly endsList: boolean }
  | { readonly kind: "error"; readonly status: Json }
  | { readonly kind: "unknown"; readonly type: string }
  /** No valid event: its content is lost. */
  | { readonly kind: "garbage"; readonly excerpt: string };

const EXCERPT = 60;

/** Returns the event of a type; `object` is undefined if it is invalid. */
function eventOf(type: string, object: Json | undefined, garbage: WatchEvent): WatchEvent {
  const metadata = objectField(object ?? {}, "metadata");
  const version = textField(metadata, "resourceVersion");
  switch (type) {
    case "ADDED":
    case "MODIFIED":
      return object === undefined ? garbage : { kind: "put", object };
    case "DELETED":
      return object === undefined ? garbage : { kind: "deleted", uid: textField(metadata, "uid"), version };
    case "BOOKMARK":
      return { kind: "bookmark", version, endsList: objectField(metadata, "annotations")[END_OF_LIST] === "true" };
    case "ERROR":
      return { kind: "error", status: object ?? {} };
    default:
      return { kind: "unknown", type: type.slice(0, EXCERPT) };
  }
}

/** Reads one line. Never throws: a damaged line becomes a garbage event. */
export function parseWatchEvent(text: string): WatchEvent {
  const event = parseJson(text);
  const garbage: WatchEvent = { kind: "garbage", excerpt: text.slice(0, EXCERPT) };
  if (!isJson(event) || typeof event.type !== "string") return garbage;
  return eventOf(event.type, isJson(event.object) ? event.object : undefined, garbage);
}

/** Tags (field number and wire type) of an event, and of the object in it. */
const TAG = { type: 10, object: 18 } as const;
const RAW_TAG = 10;

/** Tries to handle an object without decoding it. Returns true if that was enough. Keeps nothing of the bytes. */
export type QuickCheckReader = (bytes: Buffer, from: number, to: number) => boolean;

const QUICK_CHECKED = { kind: "quickChecked" } as const;

/** Reads one frame: the type, and the kept fields of the object in its envelope. Never throws; a malformed object
 *  has its name if the name precedes the fault. Keeps nothing of the bytes. Source: apimachinery meta/v1,
 *  WatchEvent. */
export function decodeWatchFrame<T>(
  decoder: ProtobufDecoder<T>,
  bytes: Buffer,
  from = 0,
  to = bytes.length,
  quickCheck?: QuickCheckReader,
): WatchEvent<T> {
  try {
    let type = "";
    let begin: number | undefined;
    let end = to;
    for (let at = from; at < to; ) {
      const tag = readField(bytes, at, to);
      let inner = fieldBegin();
      at = fieldEnd();
      if (tag === TAG.type) type = internedText(bytes, inner, at);
      else if (tag === TAG.object)
        while (inner < at) {
          const isRaw = readField(bytes, inner, at) === RAW_TAG;
          const rawFrom = fieldBegin();
          inner = fieldEnd();
          if (!isRaw) continue;
          begin = messageIn(bytes, rawFrom, inner);
          end = endOfMessage();
        }
    }
    if (begin !== undefined && (type === "ADDED" || type === "MODIFIED"))
      return quickCheck?.(bytes, begin, end) === true ? QUICK_CHECKED : decodeArrived(decoder, bytes, begin, end);
    if (type === "") return garbageIn(bytes, from, to);
    const fields = type === "ERROR" ? STATUS_FIELDS : type === "BOOKMARK" ? BOOKMARK_FIELDS : IDENTITY_FIELDS;
    return eventOf(type, begin === undefined ? undefined : readObject(fields, bytes, begin, end), garbageIn(bytes, from, to));
  } catch (error) {
    if (error instanceof MalformedMessage) return garbageIn(bytes, from, to);
    throw error;
  }
}

const garbageIn = (bytes: Buffer, from: number, to: number): WatchEvent => ({
  kind: "garbage",
  excerpt: bytes.toString("latin1", from, Math.min(to, from + EXCERPT)),
});
