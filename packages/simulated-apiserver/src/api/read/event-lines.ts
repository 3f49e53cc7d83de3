import { Buffer } from "node:buffer";
import type { StoredObject, StoreEvent } from "../../objects/contract.ts";
import { apiText } from "../answer/api-text.ts";

/** One line of a watch. */
export const eventLine = (type: string, object: unknown): Buffer => Buffer.from(`{"type":"${type}","object":${apiText(object)}}\n`);

/**
 * Encodes events, each once regardless of the number of watchers: the store sends an event to all watchers before the
 * next event.
 */
export function createEventEncoder(): (event: StoreEvent) => Buffer {
  let last: { readonly event: StoreEvent; readonly bytes: Buffer } | undefined;
  return (event) => {
    if (last?.event !== event) last = { event, bytes: eventLine(event.type, event.object) };
    return last.bytes;
  };
}

/**
 * Returns an event as a watcher with a selector sees it; undefined if it sees nothing. An object that stops matching is
 * DELETED, in its last matching version.
 */
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
