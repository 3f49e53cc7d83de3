import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { StoredObject, StoreEvent } from "../store/contract.ts";
import { StoreError } from "../store/failures.ts";
import type { Resource } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import { eventFor, eventLine } from "./event-lines.ts";
import { BEHIND_LIMIT_BYTES, createEventStream } from "./event-stream.ts";
import type { FaultState, OpenWatch } from "./faults.ts";
import { integerIn, switchIn } from "./query-values.ts";
import { type Representation, representOne } from "./representation.ts";
import { resourceVersionOf } from "./resource-version.ts";
import { selectorOf } from "./selectors.ts";
import { expired, invalidOption, statusBody } from "./status-body.ts";
import { untilVersion } from "./until-version.ts";

/** Objects or events made into lines before the reader is asked whether it keeps up. */
const BATCH = 256;
const LAST_BOOKMARK_BEFORE_TIMEOUT_MS = 2000;
const DEFAULT_TIMEOUT_SECONDS = 1800;
/** Timers that are set further off go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface WatchRequest {
  readonly store: SimulatorStore;
  readonly clock: Clock;
  readonly faults: FaultState;
  readonly encode: (event: StoreEvent) => Buffer;
  readonly bookmarkEveryMs: number;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
  readonly form: Representation;
  readonly response: ServerResponse;
}

interface WatchOptions {
  readonly from: number;
  /** The present comes first, as ADDED. */
  readonly replay: boolean;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
}

function optionsOf({ store, faults, query }: WatchRequest): WatchOptions {
  const initial = query.get("sendInitialEvents");
  const match = query.get("resourceVersionMatch") ?? "";
  if (initial === null && match !== "")
    throw invalidOption(
      "resourceVersionMatch",
      "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
    );
  if (initial !== null && match !== "NotOlderThan")
    throw invalidOption("resourceVersionMatch", "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  if (initial !== null && faults.streamingListOff)
    throw invalidOption(
      "sendInitialEvents",
      "Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
    );
  const from = resourceVersionOf(query.get("resourceVersion") ?? "", "watch");
  const seconds = integerIn(query, "timeoutSeconds") || DEFAULT_TIMEOUT_SECONDS + (store.resourceVersion % DEFAULT_TIMEOUT_SECONDS);
  return {
    from,
    replay: initial === "true" || (initial === null && from === 0),
    bookmarks: switchIn(query, "allowWatchBookmarks"),
    timeoutMs: Math.min(seconds * 1000, LONGEST_TIMER_MS),
  };
}

/** Serves one WATCH until its timeout, the client's end, or a fault. Throws the API's refusal before anything is written; a version that is too old,
 *  and of a streamed list one that does not come, is an ERROR event on a stream that then ends. Timeouts and bookmarks run in real time, as sockets do. */
export async function watch(request: WatchRequest): Promise<void> {
  const options = optionsOf(request);
  try {
    if (options.replay) await untilVersion(request.store, options.from);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    request.response.writeHead(200, { "content-type": "application/json" });
    request.response.end(eventLine("ERROR", statusBody(error.failure)));
    return;
  }
  if (!request.response.destroyed) serve(request, options);
}

function serve(request: WatchRequest, { from, replay, bookmarks, timeoutMs }: WatchOptions): void {
  const { store, clock, faults, encode, bookmarkEveryMs, resource, namespace, query, form, response } = request;
  const selected = selectorOf(resource.name, query);
  const matches = (object: StoredObject) =>
    (namespace === undefined || object.metadata.namespace === namespace) && (selected === undefined || selected(object));

  let columnsSent = false;
  const lineOf = (type: string, object: StoredObject): Buffer => {
    const line = eventLine(type, representOne(resource.name, object, form, clock.nowMs(), !columnsSent));
    columnsSent = true;
    return line;
  };
  const lineOfEvent = (event: StoreEvent): Buffer | undefined => {
    const seen = eventFor(event, matches);
    if (seen === undefined) return undefined;
    return form.kind === "json" && seen.type === event.type && seen.object === event.object
      ? encode(event)
      : lineOf(seen.type, seen.object);
  };
  const bookmarkLine = (version: number, ends: boolean): Buffer => {
    const metadata = {
      resourceVersion: String(version),
      creationTimestamp: null,
      ...(ends ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
    };
    const object = { kind: resource.kind, apiVersion: resource.groupVersion, metadata } as unknown as StoredObject;
    return form.kind === "json" ? eventLine("BOOKMARK", object) : lineOf("BOOKMARK", object);
  };

  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache, private" });
  response.flushHeaders();
  response.socket?.setNoDelay(true);

  function* firstLines(): Generator<Buffer> {
    const version = store.resourceVersion;
    if (replay) {
      for (const object of store.list(resource.name, namespace)) if (matches(object)) yield lineOf("ADDED", object);
      if (bookmarks && !faults.streamingListOff) yield bookmarkLine(version, true);
    } else if (from > 0) {
      for (const event of store.eventsSince(resource.name, from) ?? []) {
        const line = lineOfEvent(event);
        if (line !== undefined) yield line;
      }
    }
  }
  if (!replay && from > 0 && store.eventsSince(resource.name, from) === undefined) {
    response.end(eventLine("ERROR", statusBody(expired(from, store.resourceVersion))));
    return;
  }

  const stream = createEventStream(response, () => stop());
  /** What happens while the first lines are on their way. */
  let meanwhile: Buffer[] | undefined = [];
  let meanwhileBytes = 0;
  const say = (line: Buffer) => {
    if (meanwhile === undefined) {
      stream.send(line);
      return;
    }
    meanwhile.push(line);
    meanwhileBytes += line.length;
    if (meanwhileBytes > BEHIND_LIMIT_BYTES) end();
  };
  const unsubscribe = store.subscribe(resource.name, (event) => {
    // A version that has not come is waited for without a word, and what comes before it is not told: as the real server does.
    if (event.resourceVersion <= from) return;
    const line = lineOfEvent(event);
    if (line !== undefined) say(line);
  });
  const bookmark = () => {
    if (bookmarks && store.resourceVersion >= from) say(bookmarkLine(store.resourceVersion, false));
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
    for (const timer of timers) clearTimeout(timer);
    faults.watches.delete(open);
  }
  response.on("close", stop);

  const lines = firstLines();
  /** Sends first lines until they end, true, or a batch is full. */
  function sendBatch(): boolean {
    for (let count = 0; count < BATCH; count++) {
      const { value, done } = lines.next();
      if (done || value === undefined) return true;
      stream.send(value);
    }
    return false;
  }
  function begin(): void {
    if (response.destroyed) return;
    if (!sendBatch()) {
      stream.room().then(begin, () => stream.reset());
      return;
    }
    const late = meanwhile ?? [];
    meanwhile = undefined;
    for (const line of late) stream.send(line);
  }
  begin();
}
