import { Buffer } from "node:buffer";
import type { StoredObject, StoreEvent } from "../../objects/contract.ts";
import { apiText } from "../answer/api-text.ts";

/** One line of a watch. */
export const eventLine = (type: string, object: unknown): Buffer => Buffer.from(`{"type":"${type}","object":${apiText(object)}}\n`);

/** Encodes events, each once however many watchers ask for it in a row: the store tells all of them before the next event. */
export function createEventEncoder(): (event: StoreEvent) => Buffer {
  let last: { readonly event: StoreEvent; readonly bytes: Buffer } | undefined;
  return (event) => {
    if (last?.event !== event) last = { event, bytes: eventLine(event.type, event.object) };
    return last.bytes;
  };
}

/** What an event means to a watcher that sees only some objects; undefined when nothing. An object that stops matching is DELETED, as it last was. */
export function eventFor(
  event: StoreEvent,
  matches: (object: StoredObject) => boolean,
): { readonly type: StoreEvent["type"]; readonly object: StoredObject } | undefined {
  const before = event.previous !== undefined && matches(event.previous);
  if (event.type === "DELETED") return before ? { type: "DELETED", object: event.object } : undefined;
  if (matches(event.object)) return { type: before ? "MODIFIED" : "ADDED", object: event.object };
  if (!before || event.previous === undefined) return undefined;
  const { metadata } = event.previous;
  return { type: "DELETED", object: { ...event.previous, metadata: { ...metadata, resourceVersion: String(event.resourceVersion) } } };
}
