import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { StoredObject, StoreEvent } from "../../objects/contract.ts";
import { StoreError } from "../../objects/failures.ts";
import { expired, statusBody } from "../answer/status-body.ts";
import type { OpenWatch } from "../faults/faults.ts";
import { isOtherVersion } from "../forms/forms.ts";
import { selectorOf } from "../request/selectors.ts";
import { eventFor, eventLine } from "./event-lines.ts";
import { createEventStream, type EventStream, MAX_WATCH_BACKLOG_BYTES } from "./event-stream.ts";
import { representOne } from "./representation.ts";
import { waitForVersion } from "./wait-for-version.ts";
import { type WatchOptions, type WatchRequest, watchOptions } from "./watch-request.ts";

/** Objects or events converted to lines between two checks of the reader's backlog. */
const BATCH = 256;
const LAST_BOOKMARK_BEFORE_TIMEOUT_MS = 2000;

/**
 * Serves one WATCH until its timeout, the client's end, a fault, too large a backlog, or the deletion of its
 * definition. Throws the API's refusal before the first byte. Two errors are an ERROR event on a stream that then ends:
 * a version that is too old, and a version of a streamed list that is never reached. Timeouts and bookmarks run in real
 * time, as sockets do.
 */
export async function watch(request: WatchRequest): Promise<void> {
  const options = watchOptions(request);
  try {
    if (options.replay) await waitForVersion(request.store, options.from, request.versionPatienceMs);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    request.response.writeHead(200, { "content-type": "application/json" });
    request.response.end(eventLine("ERROR", statusBody(error.failure)));
    return;
  }
  if (!request.response.destroyed) serve(request, options);
}

/**
 * Queues lines that arrive while the first lines are sent. Calls `onTooMany` if the queue exceeds the limit of a
 * reader.
 */
function queueDuringFirst(stream: EventStream, onTooMany: () => void): { send(line: Buffer): void; releaseQueue(): void } {
  let waiting: Buffer[] | undefined = [];
  let waitingBytes = 0;
  return {
    send(line) {
      if (waiting === undefined) {
        stream.send(line);
        return;
      }
      waiting.push(line);
      waitingBytes += line.length;
      if (waitingBytes > MAX_WATCH_BACKLOG_BYTES) onTooMany();
    },
    releaseQueue() {
      const queued = waiting ?? [];
      waiting = undefined;
      for (const line of queued) stream.send(line);
    },
  };
}

/** Sends lines in batches, as the reader takes them. */
function sendFirst(lines: Iterator<Buffer>, stream: EventStream, response: ServerResponse, onSent: () => void): void {
  if (response.destroyed) return;
  for (let count = 0; count < BATCH; count++) {
    const { value, done } = lines.next();
    if (done || value === undefined) {
      onSent();
      return;
    }
    stream.send(value);
  }
  stream.room().then(
    () => sendFirst(lines, stream, response, onSent),
    () => stream.reset(),
  );
}

/** The lines of one watch, in the form that its client requested. */
interface WatchLines {
  /** Undefined for an event that this watch does not see. */
  eventToLine(event: StoreEvent): Buffer | undefined;
  bookmark(version: number): Buffer;
  /**
   * The first lines of a watch: the current objects and an end mark, or the events since a version. Made one by one, on
   * demand.
   */
  first(options: WatchOptions): Generator<Buffer>;
}

function watchLines({ store, clock, faults, encode, resource, namespace, query, form }: WatchRequest): WatchLines {
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
    const selectedEvent = eventFor(event, matches);
    if (selectedEvent === undefined) return undefined;
    return form.kind === "json" && !isOtherVersion(resource) && selectedEvent.type === event.type && selectedEvent.object === event.object
      ? encode(event)
      : lineOf(selectedEvent.type, selectedEvent.object);
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

function serve(request: WatchRequest, options: WatchOptions): void {
  const { store, faults, bookmarkEveryMs, resource, response } = request;
  const { from, replay, bookmarks, timeoutMs } = options;
  const lines = watchLines(request);
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache, private" });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  if (!replay && from > 0 && store.eventsSince(resource.name, from) === undefined) {
    response.end(eventLine("ERROR", statusBody(expired(from, store.resourceVersion))));
    return;
  }
  const stream = createEventStream(response, () => stop());
  const { send, releaseQueue } = queueDuringFirst(stream, () => end());
  const unsubscribe = store.subscribe(resource.name, (event) => {
    // A version that has not been reached is awaited silently, and earlier events are not sent, as in the real server.
    if (event.resourceVersion <= from) return;
    const line = lines.eventToLine(event);
    if (line !== undefined) send(line);
  });
  // A custom kind has no events after its definition is deleted.
  const unsubscribeFromDefinitions =
    resource.custom === undefined
      ? () => {}
      : store.subscribe("customresourcedefinitions", ({ type, object }) => {
          if (type === "DELETED" && object.metadata.name === resource.name) end();
        });
  const bookmark = () => {
    if (bookmarks && store.resourceVersion >= from) send(lines.bookmark(store.resourceVersion));
  };
  const timers = [
    setInterval(bookmark, bookmarkEveryMs),
    setTimeout(bookmark, Math.max(0, timeoutMs - LAST_BOOKMARK_BEFORE_TIMEOUT_MS)),
    setTimeout(() => end(), timeoutMs),
  ];
  const open: OpenWatch = {
    resource: resource.name,
    end: () => end(),
    reset() {
      stop();
      stream.reset();
    },
    garbage: () => stream.send(Buffer.from('{"type":"MODIFIED","object":{"kind":\n')),
    stall: (stalled) => stream.stall(stalled),
  };
  faults.watches.add(open);
  function end(): void {
    stop();
    stream.end();
  }
  function stop(): void {
    unsubscribe();
    unsubscribeFromDefinitions();
    for (const timer of timers) clearTimeout(timer);
    faults.watches.delete(open);
  }
  response.on("close", stop);
  sendFirst(lines.first(options), stream, response, releaseQueue);
}
