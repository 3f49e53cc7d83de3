import type { Buffer } from "node:buffer";
import type { StoredObject, StoreEvent } from "../../objects/contract.ts";
import { isOtherVersion } from "../forms/forms.ts";
import { selectorOf } from "../request/selectors.ts";
import { eventFor, eventLine } from "./event-lines.ts";
import { representOne } from "./representation.ts";
import type { WatchOptions, WatchRequest } from "./watch-request.ts";

/** The lines of one watch, in the form that its client requested. */
export interface WatchLines {
  /** Undefined for an event that this watch does not see. */
  eventToLine(event: StoreEvent): Buffer | undefined;
  bookmark(version: number): Buffer;
  /**
   * The first lines of a watch: the current objects and an end mark, or the events since a version. Made one by one, on
   * demand.
   */
  first(options: WatchOptions): Generator<Buffer>;
}

export function watchLines({ store, clock, faults, encode, resource, namespace, query, form }: WatchRequest): WatchLines {
  const selected = selectorOf(resource.name, query);
  const matches = (object: StoredObject) =>
    (namespace === undefined || object.metadata.namespace === namespace) && (selected === undefined || selected(object));
  let columnsSent = false;
  const lineOf = (type: string, object: StoredObject): Buffer => {
    const line = eventLine(type, representOne(resource, object, form, clock.nowMs(), !columnsSent));
    columnsSent = true;
    return line;
  };
  const eventToLine = (event: StoreEvent): Buffer | undefined => {
    const seen = eventFor(event, matches);
    if (seen === undefined) return undefined;
    return form.kind === "json" && !isOtherVersion(resource) && seen.type === event.type && seen.object === event.object
      ? encode(event)
      : lineOf(seen.type, seen.object);
  };
  const bookmark = (version: number, annotations: object = {}): Buffer => {
    const metadata = { resourceVersion: String(version), creationTimestamp: null, ...annotations };
    const object = { kind: resource.kind, apiVersion: resource.groupVersion, metadata } as unknown as StoredObject;
    return form.kind === "json" ? eventLine("BOOKMARK", object) : lineOf("BOOKMARK", object);
  };
  function* first({ from, replay, bookmarks }: WatchOptions): Generator<Buffer> {
    const version = store.resourceVersion;
    if (replay) {
      for (const object of store.list(resource.name, namespace)) if (matches(object)) yield lineOf("ADDED", object);
      if (bookmarks && !faults.streamingListOff) yield bookmark(version, { annotations: { "k8s.io/initial-events-end": "true" } });
    } else if (from > 0) {
      for (const event of store.eventsSince(resource.name, from) ?? []) {
        const line = eventToLine(event);
        if (line !== undefined) yield line;
      }
    }
  }
  return { eventToLine, bookmark: (version) => bookmark(version), first };
}
