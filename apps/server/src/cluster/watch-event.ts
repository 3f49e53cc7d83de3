import type { Buffer } from "node:buffer";
import { isJson, type Json, objectField, textField } from "./decode/fields.ts";
import { eachPart, messageIn } from "./protobuf/envelope.ts";
import { BOOKMARK_FIELDS, END_OF_LIST, STATUS_FIELDS } from "./protobuf/kept-fields.ts";
import type { KeptFields } from "./protobuf/read-message.ts";
import { readObject } from "./protobuf/read-objects.ts";
import { MalformedMessage } from "./protobuf/wire.ts";

/** One line or frame of a watch, read. */
export type WatchEvent =
  | { readonly kind: "put"; readonly object: Json }
  | { readonly kind: "deleted"; readonly object: Json }
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
  switch (type) {
    case "ADDED":
    case "MODIFIED":
      return object === undefined ? garbage : { kind: "put", object };
    case "DELETED":
      return object === undefined ? garbage : { kind: "deleted", object };
    case "BOOKMARK": {
      const metadata = objectField(object ?? {}, "metadata");
      return {
        kind: "bookmark",
        version: textField(metadata, "resourceVersion"),
        endsList: objectField(metadata, "annotations")[END_OF_LIST] === "true",
      };
    }
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
export function readWatchFrame(fields: KeptFields, frame: Buffer): WatchEvent {
  const garbage: WatchEvent = { kind: "garbage", excerpt: frame.toString("latin1", 0, EXCERPT) };
  try {
    let type = "";
    let message: Buffer | undefined;
    eachPart(frame, (number, part) => {
      if (number === 1) type = part.toString("utf8");
      if (number === 2)
        eachPart(part, (inner, raw) => {
          if (inner === 1) message = messageIn(raw);
        });
    });
    if (type === "") return garbage;
    const read = type === "ERROR" ? STATUS_FIELDS : type === "BOOKMARK" ? BOOKMARK_FIELDS : fields;
    return eventOf(type, message === undefined ? undefined : readObject(read, message), garbage);
  } catch (error) {
    if (error instanceof MalformedMessage) return garbage;
    throw error;
  }
}
