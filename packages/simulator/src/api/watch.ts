import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { StoredObject, StoreEvent } from "../store/contract.ts";
import { badRequest, StoreError } from "../store/failures.ts";
import type { Resource } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import type { FaultState, OpenWatch } from "./faults.ts";
import { type Representation, representOne } from "./representation.ts";
import { selectorOf } from "./selectors.ts";
import { expired, statusBody, tooLarge } from "./status-body.ts";

const BOOKMARK_EVERY_MS = 60_000;
/** A reader that is this far behind is closed, cleanly: it resumes from its last version. */
const BEHIND_LIMIT_BYTES = 64 * 1024 * 1024;

const encoded = new WeakMap<StoreEvent, Buffer>();
const line = (type: string, object: unknown): Buffer => Buffer.from(`${JSON.stringify({ type, object })}\n`);

/** The bytes of an unfiltered JSON event, made once for all watchers. */
function sharedLine(event: StoreEvent): Buffer {
  let bytes = encoded.get(event);
  if (bytes === undefined) {
    bytes = line(event.type, event.object);
    encoded.set(event, bytes);
  }
  return bytes;
}

export interface WatchRequest {
  readonly store: SimulatorStore;
  readonly clock: Clock;
  readonly faults: FaultState;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
  readonly form: Representation;
  readonly response: ServerResponse;
}

/** Serves one WATCH until its timeout, the client's end, or a fault. Selector transitions come out as ADDED and DELETED (with the previous object). */
export function watch({ store, clock, faults, resource, namespace, query, form, response }: WatchRequest): void {
  const asked = query.get("resourceVersion") ?? "";
  const initial = query.get("sendInitialEvents");
  const bookmarks = query.get("allowWatchBookmarks") === "true";
  if (initial !== null) {
    if (faults.streamingListOff())
      throw new StoreError({
        code: 422,
        reason: "Invalid",
        message:
          "ListOptions.meta.k8s.io is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      });
    if (query.get("resourceVersionMatch") !== "NotOlderThan")
      throw new StoreError({
        code: 422,
        reason: "Invalid",
        message:
          "ListOptions.meta.k8s.io is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
      });
  }
  if (asked !== "" && !/^\d{1,18}$/.test(asked)) throw badRequest(`Invalid value: "${asked}": invalid resource version`);
  const from = asked === "" ? 0 : Number(asked);
  if (from > store.resourceVersion) throw new StoreError(tooLarge(from, store.resourceVersion));
  const selected = selectorOf(resource.name, query);
  const timeoutSeconds = Number(query.get("timeoutSeconds") ?? 0) || 1800 + (store.resourceVersion % 1800);

  let first = true;
  let stalled = false;
  const held: Buffer[] = [];
  const send = (bytes: Buffer) => {
    if (stalled) {
      held.push(bytes);
      return;
    }
    response.write(bytes);
    if (response.writableLength > BEHIND_LIMIT_BYTES) end();
  };
  const sendObject = (type: string, object: StoredObject) => {
    send(line(type, representOne(resource.name, object, form, clock.nowMs(), first)));
    first = false;
  };
  const matches = (object: StoredObject) =>
    (namespace === undefined || object.metadata.namespace === namespace) && (selected === undefined || selected(object));
  const sendEvent = (event: StoreEvent) => {
    const now = matches(event.object);
    const before = event.previous !== undefined && matches(event.previous);
    if (event.type === "DELETED") {
      if (before) plainOr(event, "DELETED", event.object);
    } else if (now) plainOr(event, before ? "MODIFIED" : "ADDED", event.object);
    else if (before && event.previous !== undefined)
      sendObject("DELETED", {
        ...event.previous,
        metadata: { ...event.previous.metadata, resourceVersion: String(event.resourceVersion) },
      });
  };
  const plainOr = (event: StoreEvent, type: string, object: StoredObject) => {
    if (form.kind === "json" && type === event.type) send(sharedLine(event));
    else sendObject(type, object);
  };
  const bookmark = (ends: boolean) => {
    const metadata = {
      resourceVersion: String(store.resourceVersion),
      creationTimestamp: null,
      ...(ends ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
    };
    const object = { kind: resource.kind, apiVersion: resource.groupVersion, metadata } as unknown as StoredObject;
    send(line("BOOKMARK", form.kind === "json" ? object : representOne(resource.name, object, form, clock.nowMs(), false)));
  };

  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache, private" });
  response.flushHeaders();
  response.socket?.setNoDelay(true);

  const replay = from === 0 && initial !== "false";
  if (replay) {
    for (const object of store.list(resource.name, namespace)) if (matches(object)) sendObject("ADDED", object);
    if (bookmarks && !faults.streamingListOff()) bookmark(true);
  } else if (from > 0) {
    const missed = store.eventsSince(resource.name, from);
    if (missed === undefined) {
      response.end(line("ERROR", statusBody(expired(from, store.resourceVersion))));
      return;
    }
    for (const event of missed) sendEvent(event);
  }
  const unsubscribe = store.subscribe(resource.name, sendEvent);
  const bookmarkTimer = setInterval(() => bookmarks && bookmark(false), BOOKMARK_EVERY_MS);
  const timeout = setTimeout(() => {
    if (bookmarks) bookmark(false);
    end();
  }, timeoutSeconds * 1000);
  const open: OpenWatch = {
    resource: resource.name,
    end: () => end(),
    reset: () => response.socket?.resetAndDestroy(),
    garbage: () => send(Buffer.from('{"type":"MODIFIED","object":{"kind":\n')),
    stall(hold) {
      stalled = hold;
      if (!hold) for (const bytes of held.splice(0)) send(bytes);
    },
  };
  faults.watches.add(open);
  function end(): void {
    stop();
    response.end();
  }
  function stop(): void {
    unsubscribe();
    clearInterval(bookmarkTimer);
    clearTimeout(timeout);
    faults.watches.delete(open);
  }
  response.on("close", stop);
}
