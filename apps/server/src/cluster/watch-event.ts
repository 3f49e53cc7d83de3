import { isJson, type Json, objectField, textField } from "./decode/fields.ts";

/** One line of a watch, read. */
export type WatchEvent =
  | { readonly kind: "put"; readonly object: Json }
  | { readonly kind: "deleted"; readonly object: Json }
  | { readonly kind: "bookmark"; readonly version: string | undefined; readonly endsList: boolean }
  | { readonly kind: "error"; readonly status: Json }
  | { readonly kind: "unknown"; readonly type: string }
  /** No event at all: whatever stood there is lost. */
  | { readonly kind: "garbage"; readonly excerpt: string };

const EXCERPT = 60;
const END_OF_LIST = "k8s.io/initial-events-end";

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads one line. Never throws: a damaged line is an event of its own kind. */
export function readWatchEvent(text: string): WatchEvent {
  const event = read(text);
  const garbage: WatchEvent = { kind: "garbage", excerpt: text.slice(0, EXCERPT) };
  if (!isJson(event) || typeof event.type !== "string") return garbage;
  const { type, object } = event;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
      return isJson(object) ? { kind: "put", object } : garbage;
    case "DELETED":
      return isJson(object) ? { kind: "deleted", object } : garbage;
    case "BOOKMARK": {
      const metadata = objectField(objectField(event, "object"), "metadata");
      return {
        kind: "bookmark",
        version: textField(metadata, "resourceVersion"),
        endsList: objectField(metadata, "annotations")[END_OF_LIST] === "true",
      };
    }
    case "ERROR":
      return { kind: "error", status: objectField(event, "object") };
    default:
      return { kind: "unknown", type: type.slice(0, EXCERPT) };
  }
}
