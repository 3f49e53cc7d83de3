import type { Buffer } from "node:buffer";
import type { SourceStatus } from "@daemonscope/shared/source-status";
import type { Decoded } from "./decode/decoded.ts";
import { isJson, type Json, objectField, textField } from "./decode/fields.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { LineSplitter } from "./line-splitter.ts";
import { type Pace, pause } from "./pace.ts";
import type { WatchedResource } from "./resources.ts";
import type { Transport } from "./transport.ts";

interface Named {
  readonly metadata: { readonly uid: string; readonly name: string; readonly namespace?: string; readonly resourceVersion: string };
}

/** Where the objects of one kind go. `drop` names what was last put under the uid. */
export interface Sink<T> {
  put(object: T): void;
  drop(uid: string, name: string): void;
  status(status: SourceStatus): void;
  /** One sentence about an object or line that could not be used. */
  problem(text: string): void;
  /** The whole list is in, for the first time or again. */
  synced(): void;
  /** Changes were or may have been missed between these times, in real milliseconds. */
  gap(fromMs: number): void;
}

export interface ReflectorOptions<T extends Named> {
  readonly resource: WatchedResource;
  readonly transport: Transport;
  readonly decode: (value: Json) => Decoded<T>;
  readonly sink: Sink<T>;
  readonly pace: Pace;
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Servers from 1.32 on stream the list; older ones are asked for pages. */
  readonly streaming: boolean;
  /** Takes a turn to list, so that few lists run at once. */
  readonly listTurn: <R>(list: () => Promise<R>) => Promise<R>;
}

/** What reflectors count, for /metrics and for tests. */
export interface ReflectorCounts {
  lists: number;
  watches: number;
  events: number;
  badLines: number;
}

const PAGE = "500";

/** Keeps one kind in step with the API server: a list, then watches that resume from the last version for ever.
 *  Relists only when history is lost (410), a line is damaged, or watches end at once twice. The screen is never cleared: a list ends by dropping what it did not bring.
 *  Source of the behaviour: client-go tools/cache/reflector.go. */
export class Reflector<T extends Named> {
  readonly counts: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0 };
  readonly #options: ReflectorOptions<T>;
  readonly #known = new Map<string, string>();
  readonly #uidByKey = new Map<string, string>();
  #version: string | undefined;
  #streaming: boolean;
  #status: SourceStatus = { state: "syncing" };
  #provenAtMs: number | undefined;
  #open = false;
  #shortWatches = 0;
  #wake: AbortController | undefined;
  #lostAtMs: number | undefined;
  #listed: () => void = () => undefined;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#streaming = options.streaming;
  }

  get status(): SourceStatus {
    return this.#provenAtMs === undefined ? this.#status : { ...this.#status, provenAtMs: this.#provenAtMs };
  }

  /** The liveness probe was answered, or was not: a watch that is open says nothing of its server. */
  probed(alive: boolean, detail: string): void {
    if (alive) {
      if (!this.#open) return;
      this.#provenAtMs = this.#options.nowMs();
      if (this.#status.state === "stale") this.#say({ state: "live" });
    } else if (this.#status.state === "live") this.#say({ state: "stale", detail });
  }

  /** Ends a wait before its time. */
  retryNow(): void {
    this.#wake?.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (this.#version === undefined) await this.#list(signal);
        else await this.#watch(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        await this.#recover(error, failures++, signal);
      }
    }
  }

  async #recover(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const { pace, random, resource } = this.#options;
    if (!(error instanceof KubeRequestError)) throw error;
    this.#open = false;
    this.#lostAtMs ??= this.#options.nowMs();
    if (error.code === "expired" || error.code === "garbage") this.#version = undefined;
    if (error.code === "expired" && failures === 0) return;
    const growing = Math.min(pace.retryLimitMs, pace.retryFirstMs * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);
    const forbidden = error.code === "forbidden";
    const waitMs = forbidden ? pace.forbiddenRetryMs : Math.max(growing, error.retryAfterMs ?? 0);
    const hint = `needs the verbs list and watch on ${resource.qualified}; try: kubectl auth can-i list ${resource.qualified} --all-namespaces`;
    this.#say(forbidden ? { state: "forbidden", detail: `${error.message}; ${hint}` } : { state: "retrying", detail: error.message });
    this.#wake = new AbortController();
    await pause(waitMs, AbortSignal.any([signal, this.#wake.signal]));
    this.#wake = undefined;
  }

  #say(status: SourceStatus): void {
    if (status.state === this.#status.state && status.detail === this.#status.detail) return;
    this.#status = status;
    this.#options.sink.status(this.status);
  }

  #proven(): void {
    this.#open = true;
    this.#provenAtMs = this.#options.nowMs();
    if (this.#lostAtMs !== undefined && this.#version !== undefined) {
      this.#options.sink.gap(this.#lostAtMs);
      this.#lostAtMs = undefined;
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    let listing: Promise<void> | undefined;
    await this.#options.listTurn(() => {
      const complete = new Promise<void>((done) => {
        this.#listed = done;
      });
      listing = this.#listOnce(signal);
      // A streamed list goes on as a watch: the turn is over when the list is, not when the watch ends.
      return Promise.race([complete, listing]);
    });
    await listing;
    if (this.#version !== undefined && this.#status.state !== "live") this.#say({ state: "live" });
  }

  async #listOnce(signal: AbortSignal): Promise<void> {
    this.counts.lists++;
    if (this.#streaming && (await this.#streamList(signal))) return;
    if (this.#version === undefined) await this.#pageList(signal);
  }

  async #pageList(signal: AbortSignal): Promise<void> {
    const { transport, resource } = this.#options;
    const seen = new Set<string>();
    let token = "";
    let version: string | undefined;
    do {
      const response = await transport.get(
        resource.path,
        { ...resource.query, limit: PAGE, ...(token === "" ? {} : { continue: token }) },
        { signal, headersTimeoutMs: 30_000 },
      );
      const parts: Buffer[] = [];
      try {
        for await (const part of response.body) parts.push(part as Buffer);
      } catch (cause) {
        throw new KubeRequestError("disconnected", `list ${resource.name}: the answer ended early`, { cause });
      }
      const page = this.#parse(decodeText(parts));
      const items = page.items;
      const metadata = objectField(page, "metadata");
      if (!Array.isArray(items))
        throw new KubeRequestError("garbage", `list ${resource.name}: the answer is no list of Kubernetes objects`);
      version ??= textField(metadata, "resourceVersion");
      for (const item of items) if (isJson(item)) this.#putRaw(item, seen);
      token = textField(metadata, "continue") ?? "";
    } while (token !== "" && !signal.aborted);
    if (version === undefined) throw new KubeRequestError("garbage", `list ${resource.name}: the answer carries no resourceVersion`);
    this.#finishList(seen, version);
  }

  /** True when it synced or watched to a clean end; false when this server does not stream lists. */
  async #streamList(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#stream({ sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" }, signal, new Set<string>());
      return true;
    } catch (error) {
      const refused =
        error instanceof KubeRequestError && (error.code === "noMarker" || error.httpStatus === 422 || error.httpStatus === 400);
      if (!refused) throw error;
      this.#streaming = false;
      return false;
    }
  }

  async #watch(signal: AbortSignal): Promise<void> {
    await this.#stream({ resourceVersion: this.#version ?? "0" }, signal, undefined);
  }

  /** One watch request to its end. With `seen`, it begins with a streamed list. */
  async #stream(query: Readonly<Record<string, string>>, signal: AbortSignal, seen: Set<string> | undefined): Promise<void> {
    const { transport, resource, pace, nowMs, random } = this.#options;
    this.counts.watches++;
    const timeoutSeconds = String(300 + Math.floor(random() * 300));
    const own = new AbortController();
    const both = AbortSignal.any([signal, own.signal]);
    const began = nowMs();
    let events = 0;
    let listing = seen;
    let silent: "silence" | "noMarker" | undefined;
    const response = await transport.get(
      resource.path,
      { ...resource.query, ...query, watch: "true", allowWatchBookmarks: "true", timeoutSeconds },
      { signal: both },
    );
    if (listing === undefined) {
      this.#proven();
      this.#say({ state: "live" });
    }
    let timer: NodeJS.Timeout | undefined;
    const rearm = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          silent = listing === undefined ? "silence" : "noMarker";
          response.destroy();
        },
        listing === undefined ? pace.silenceMs : pace.listMarkerMs,
      );
    };
    const lines = new LineSplitter();
    try {
      rearm();
      for await (const chunk of response.body) {
        this.#proven();
        rearm();
        for (const text of this.#split(lines, chunk as Buffer)) {
          events++;
          this.counts.events++;
          if (this.#event(text, listing)) {
            listing = undefined;
            this.#proven();
            this.#say({ state: "live" });
          }
        }
      }
    } catch (cause) {
      if (cause instanceof KubeRequestError) throw cause;
      if (signal.aborted) return;
      if (silent === "silence") return;
      if (silent === "noMarker") throw new KubeRequestError("noMarker", `watch ${resource.name}: this server does not stream lists`);
      throw new KubeRequestError("disconnected", `watch ${resource.name}: the connection to ${new URL(transport.server).host} broke`, {
        cause,
      });
    } finally {
      clearTimeout(timer);
      own.abort();
      this.#open = false;
    }
    if (silent === "noMarker") throw new KubeRequestError("noMarker", `watch ${resource.name}: this server does not stream lists`);
    if (listing !== undefined)
      throw new KubeRequestError("disconnected", `list ${resource.name}: the stream ended before the list was complete`);
    this.#ended(nowMs() - began, events);
  }

  /** A clean end resumes from the last version; one that comes at once without an event is an error, and the second in a row means that our version is no good. */
  #ended(livedMs: number, events: number): void {
    if (livedMs >= this.#options.pace.shortWatchMs || events > 0) {
      this.#shortWatches = 0;
      return;
    }
    this.#shortWatches++;
    if (this.#shortWatches >= 2) {
      this.#shortWatches = 0;
      this.#version = undefined;
    }
    throw new KubeRequestError("disconnected", `watch ${this.#options.resource.name}: it ended at once and brought nothing`);
  }

  #split(lines: LineSplitter, chunk: Buffer): readonly string[] {
    try {
      return lines.push(chunk);
    } catch (cause) {
      throw new KubeRequestError("garbage", `watch ${this.#options.resource.name}: a line is longer than any object`, { cause });
    }
  }

  #parse(text: string): Json {
    try {
      const value: unknown = JSON.parse(text);
      if (isJson(value)) return value;
    } catch {
      // said below
    }
    this.counts.badLines++;
    throw new KubeRequestError(
      "garbage",
      `${this.#options.resource.name}: the server sent ${JSON.stringify(text.slice(0, 60))}, which is no Kubernetes object; listing again`,
    );
  }

  /** Takes one line in; true when it ended a streamed list. */
  #event(text: string, listing: Set<string> | undefined): boolean {
    const { sink, resource } = this.#options;
    const event = this.#parse(text);
    const object = objectField(event, "object");
    switch (event.type) {
      case "ADDED":
      case "MODIFIED":
        this.#putRaw(object, listing);
        break;
      case "DELETED": {
        const uid = textField(objectField(object, "metadata"), "uid");
        if (uid !== undefined) this.#drop(uid);
        break;
      }
      case "BOOKMARK":
        break;
      case "ERROR": {
        const code = object.code;
        const message = textField(object, "message") ?? "without a message";
        if (code === 410) throw new KubeRequestError("expired", `watch ${resource.name}: ${message}`, { httpStatus: 410 });
        throw new KubeRequestError(
          "status",
          `watch ${resource.name}: the server ended it: ${message}`,
          typeof code === "number" ? { httpStatus: code } : {},
        );
      }
      default:
        sink.problem(`watch ${resource.name}: an event of unknown type ${JSON.stringify(event.type)} was left out`);
    }
    const metadata = objectField(object, "metadata");
    const version = textField(metadata, "resourceVersion");
    // While a list streams in, its objects come in no order: only the marker's version counts.
    if (version !== undefined && version !== "" && listing === undefined) this.#version = version;
    if (listing === undefined || event.type !== "BOOKMARK" || objectField(metadata, "annotations")["k8s.io/initial-events-end"] !== "true")
      return false;
    this.#finishList(listing, version ?? "0");
    return true;
  }

  #finishList(seen: ReadonlySet<string>, version: string): void {
    for (const uid of [...this.#known.keys()]) if (!seen.has(uid)) this.#drop(uid);
    this.#version = version;
    this.#listed();
    this.#options.sink.synced();
  }

  #putRaw(raw: Json, seen: Set<string> | undefined): void {
    const decoded = this.#options.decode(raw);
    if ("problem" in decoded) {
      this.#options.sink.problem(decoded.problem);
      return;
    }
    const { object } = decoded;
    const { uid, name, namespace } = object.metadata;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    const before = this.#uidByKey.get(key);
    // Made again under the same name while we looked away: first the old one goes.
    if (before !== undefined && before !== uid) this.#drop(before);
    this.#uidByKey.set(key, uid);
    this.#known.set(uid, key);
    seen?.add(uid);
    this.#options.sink.put(object);
  }

  #drop(uid: string): void {
    const key = this.#known.get(uid);
    if (key === undefined) return;
    this.#known.delete(uid);
    if (this.#uidByKey.get(key) === uid) this.#uidByKey.delete(key);
    this.#options.sink.drop(uid, key.slice(key.indexOf("/") + 1));
  }
}

/** Parts of a body as text, with characters that a part border cuts. */
function decodeText(parts: readonly Buffer[]): string {
  const decoder = new TextDecoder();
  let text = "";
  for (const part of parts) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}
