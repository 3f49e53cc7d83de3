import type { Buffer } from "node:buffer";
import { isJson, type Json, objectField, textField } from "./decode/fields.ts";
import { eachPart, messageIn } from "./protobuf/envelope.ts";
import type { ProtobufForm } from "./protobuf/forms.ts";
import { internedText } from "./protobuf/interned-text.ts";
import { BOOKMARK_FIELDS, END_OF_LIST, IDENTITY_FIELDS, STATUS_FIELDS } from "./protobuf/kept-fields.ts";
import { type Arrived, arrivedIn, readObject } from "./protobuf/read-objects.ts";
import { MalformedMessage } from "./protobuf/wire.ts";

/** One line or frame of a watch, read. */
export type WatchEvent<T = never> =
  | Arrived<T>
  | { readonly kind: "deleted"; readonly uid: string | undefined; readonly version: string | undefined }
  | { readonly kind: "bookmark"; readonly version: string | undefined; readonly endsList: boolean }
  | { readonly kind: "error"; readonly status: Json }
  | { readonly kind: "unknown"; readonly type: string }
  /** No event at all: whatever stood there is lost. */
  | { readonly kind: "garbage"; readonly excerpt: string };

const EXCERPT = 60;

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an event of a type tells; `object` is undefined where it is none. */
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

/** Reads one line. Never throws: a damaged line is an event of its own kind. */
export function readWatchEvent(text: string): WatchEvent {
  const event = read(text);
  const garbage: WatchEvent = { kind: "garbage", excerpt: text.slice(0, EXCERPT) };
  if (!isJson(event) || typeof event.type !== "string") return garbage;
  return eventOf(event.type, isJson(event.object) ? event.object : undefined, garbage);
}

/** Reads one frame: the type, and the object in its envelope, of which the kept fields are picked. Never throws; an object that is malformed is known by its name where that came before
 *  the fault. Source: apimachinery meta/v1, WatchEvent. */
export function readWatchFrame<T>(form: ProtobufForm<T>, frame: Buffer): WatchEvent<T> {
  try {
    let type = "";
    let message: Buffer | undefined;
    eachPart(frame, (number, part) => {
      if (number === 1) type = internedText(part, 0, part.length);
      if (number === 2)
        eachPart(part, (inner, raw) => {
          if (inner === 1) message = messageIn(raw);
        });
    });
    if (message !== undefined && (type === "ADDED" || type === "MODIFIED")) return arrivedIn(form, message);
    if (type === "") return garbageIn(frame);
    const fields = type === "ERROR" ? STATUS_FIELDS : type === "BOOKMARK" ? BOOKMARK_FIELDS : IDENTITY_FIELDS;
    return eventOf(type, message === undefined ? undefined : readObject(fields, message), garbageIn(frame));
  } catch (error) {
    if (error instanceof MalformedMessage) return garbageIn(frame);
    throw error;
  }
}

const garbageIn = (frame: Buffer): WatchEvent => ({ kind: "garbage", excerpt: frame.toString("latin1", 0, EXCERPT) });
