import type { Buffer } from "node:buffer";
import type { UidTable } from "@daemonscope/columns/uid-table";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/kube/source-status";
import type { Decoded } from "../decode/decoded.ts";
import { TooLong } from "../decode/line-splitter.ts";
import type { ProtobufDecoder } from "../fast/protobuf/decoders.ts";
import { type DecodedObject, resourceVersionIn } from "../fast/protobuf/read-objects.ts";
import type { Timers } from "../flow-control/clock.ts";
import { type RetryPolicy, sleep } from "../flow-control/retry-policy.ts";
import type { Semaphore } from "../flow-control/semaphore.ts";
import { connectionFailure } from "../http/connection-failure.ts";
import { forEachPart } from "../http/for-each-chunk.ts";
import { IdleTimeout, pauseAwareTimers } from "../http/idle-timeout.ts";
import { throttleReads } from "../http/read-throttle.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { WatchedResource } from "../http/resources.ts";
import { statusError } from "../http/status-error.ts";
import type { Transport } from "../http/transport.ts";
import { type DeltaCounts, DeltaFilter, type ObjectIdentity, type ObjectQuickCheck, type ObjectSink } from "./delta-filter.ts";
import { acceptHeaders, objectPage } from "./object-page.ts";
import { ResumeVersion } from "./resume-version.ts";
import { decideRetry } from "./retry-decision.ts";
import { SourceState } from "./source-state.ts";
import { createWatchDecoder, type WatchDecoder } from "./watch-decoder.ts";
import type { WatchEvent } from "./watch-event.ts";

/** Receives the objects of one kind and the status of their source. */
export interface ReflectorSink<T> extends ObjectSink<T> {
  status(status: SourceStatus): void;
  /** Called when the whole list is in, for the first time or again. */
  synced(): void;
  /** Changes were missed, or may have been, since this time, in milliseconds of the wall clock. */
  gap(fromMs: number): void;
}

interface ReflectorOptions<T extends { readonly metadata: ObjectMeta }> {
  readonly resource: WatchedResource;
  readonly transport: Transport;
  readonly decode: (value: unknown) => Decoded<T>;
  /** The protobuf form of the most frequent kinds, which are requested in protobuf too. */
  readonly protobuf?: ProtobufDecoder<T>;
  readonly sink: ReflectorSink<T>;
  readonly pace: RetryPolicy;
  readonly timers: Timers;
  /** The wall clock, for statuses. */
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Reports whether this server streams lists. Older servers get requests for pages. Throws KubeRequestError if
   *  that is unknown now. */
  readonly streamsLists: (signal: AbortSignal) => Promise<boolean>;
  /** A semaphore for lists, so that few lists run at once. */
  readonly listTurn: Semaphore;
  /** The table in which the sink keeps the uids of these objects. */
  readonly uids?: UidTable | undefined;
  /** "none" suits a sink that detects replays and expires objects itself. */
  readonly index?: "none" | undefined;
  /** Pause after each read of a watch. */
  readonly restMs?: number | undefined;
  /** Reads only a part of a protobuf object: whether the object is new, or the fields that often change. */
  readonly quickCheck?: ObjectQuickCheck | undefined;
}

/** Counters of reflectors, for /metrics and for tests. */
export interface ReflectorCounts extends DeltaCounts {
  lists: number;
  watches: number;
  events: number;
  badLines: number;
}

const PAGE = "500";
const STREAM_LIST = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" };
/** A watch that is open for this time after a failure lost no history. */
const PROVEN_MS = 100;

/** Keeps one kind in sync with the API server: a list, then watches that resume from the last version.
 *  Assumptions: within one watch the order is correct. A version that the server refuses is worthless. An open
 *  connection without bytes proves nothing.
 *  Invariants: it lists again only when history is lost (410, a version ahead of the server, a damaged line, two
 *  watches that ended at once without an event). After a broken connection a version counts only once the server
 *  confirms that it has reached it: a watch from a later version would be silent and seem healthy. Shown objects
 *  are never cleared: a list ends by dropping what it does not contain. No version comes from an event that was
 *  not taken. At most one request runs at a time, and between two failed ones there is always a wait.
 *  Source of the behaviour: client-go tools/cache/reflector.go. */
export class Reflector<T extends { readonly metadata: ObjectMeta }> {
  readonly counts: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };
  readonly #options: ReflectorOptions<T>;
  readonly #filter: DeltaFilter<T>;
  readonly #state: SourceState;
  readonly #host: string;
  readonly #version: ResumeVersion;
  /** Timers of the idle timeouts of answers. */
  readonly #timers: Timers;
  /** True after a failure: the server that comes back may be another one. */
  #inDoubt = false;
  #canStream = true;
  #failures = 0;
  #refusals = 0;
  #losses = 0;
  #shortWatches = 0;
  #lastWatchWasQuiet = false;
  /** Ends the present wait. A user may end any wait, an answered probe only one with `endsOnReturn`. */
  #wake: { readonly abort: AbortController; readonly endsOnReturn: boolean } | undefined;
  #listed: () => void = () => undefined;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#host = new URL(options.transport.server).host;
    this.#version = new ResumeVersion(options.resource.name);
    this.#timers = pauseAwareTimers(options.transport, options.timers);
    this.#state = new SourceState({
      nowMs: options.nowMs,
      onChange: (status) => options.sink.status(status),
      gap: (fromMs) => options.sink.gap(fromMs),
    });
    this.#filter = new DeltaFilter({ ...options, counts: this.counts, leftOut: (leftOut) => this.#state.leftOut(leftOut) });
  }

  get status(): SourceStatus {
    return this.#state.status;
  }

  /** The number of known objects. */
  get size(): number {
    return this.#filter.size;
  }

  /** Reports the result of a liveness probe: an open watch does not prove that its server is alive. */
  probed(alive: boolean, detail: string): void {
    this.#state.probed(alive, detail);
    if (alive && this.#wake?.endsOnReturn === true) this.#wake.abort.abort();
  }

  /** Reports that the consumer rejected an object, which it noticed late. */
  failed(object: ObjectIdentity, cause: unknown): void {
    this.#filter.failed(object, cause);
  }

  /** Ends a wait early. */
  retryNow(): void {
    this.#wake?.abort.abort();
  }

  /** Lists and watches until the signal aborts. Rejects only for a bug of this program. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const version = this.#version.current;
        if (version === undefined) await this.#list(signal);
        else {
          if (this.#inDoubt) await this.#confirmVersion(version, signal);
          await this.#stream({ resourceVersion: version }, signal, false);
        }
      } catch (error) {
        this.#state.closed();
        if (signal.aborted) return;
        if (!(error instanceof KubeRequestError)) throw error;
        await this.#recover(error, signal);
      }
    }
  }

  #forgetFailures(): void {
    this.#failures = 0;
    this.#refusals = 0;
    this.#losses = 0;
  }

  async #recover(error: KubeRequestError, signal: AbortSignal): Promise<void> {
    const { pace, random, resource, timers } = this.#options;
    const failures = this.#failures++;
    const refusals = error.code === "forbidden" ? this.#refusals++ : 0;
    if (error.code !== "forbidden") this.#refusals = 0;
    const isHistoryLost = error.code === "expired" || error.code === "tooLargeVersion" || error.code === "garbage";
    const losses = isHistoryLost ? this.#losses++ : this.#losses;
    if (isHistoryLost) this.#version.lose();
    if (error.code === "tooLargeVersion") {
      this.#version.forgetLatest();
      this.#filter.forgetVersions();
    }
    this.#inDoubt = error.code !== "shortWatch";
    if (error.code === "shortWatch" && ++this.#shortWatches >= 2) {
      this.#shortWatches = 0;
      this.#version.lose();
    }
    const { report, waitMs, endsOnReturn } = decideRetry(
      error,
      { failures, refusals, losses, mustList: this.#version.current === undefined },
      resource,
      pace,
      random,
    );
    if (report !== undefined) this.#state[report.as](report.detail);
    if (waitMs === 0) return;
    const abort = new AbortController();
    const end = () => abort.abort();
    signal.addEventListener("abort", end);
    this.#wake = { abort, endsOnReturn };
    await sleep(waitMs, abort.signal, timers);
    this.#wake = undefined;
    signal.removeEventListener("abort", end);
  }

  async #list(signal: AbortSignal): Promise<void> {
    let listing: Promise<void> | undefined;
    await this.#options.listTurn(() => {
      const complete = new Promise<void>((done) => {
        this.#listed = done;
      });
      listing = this.#listOnce(signal);
      // A streamed list continues as a watch: the semaphore is released when the list is complete, not when the watch
      // ends.
      return Promise.race([complete, listing]);
    });
    await listing;
  }

  async #listOnce(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#state.asking();
    const streams = this.#canStream && (await this.#options.streamsLists(signal));
    this.counts.lists++;
    if (streams && (await this.#streamList(signal))) return;
    await this.#pageList(signal);
  }

  /** Returns true after a complete list and a watch with a clean end; false if this server does not stream lists. */
  async #streamList(signal: AbortSignal): Promise<boolean> {
    this.#filter.beginList();
    try {
      await this.#stream(STREAM_LIST, signal, true);
      return true;
    } catch (error) {
      const refused =
        error instanceof KubeRequestError && (error.code === "noMarker" || error.httpStatus === 422 || error.httpStatus === 400);
      if (!refused || this.#version.current !== undefined) throw error;
      this.#canStream = false;
      return false;
    }
  }

  async #pageList(signal: AbortSignal): Promise<void> {
    this.#filter.beginList();
    let token = "";
    let version: string | undefined;
    do {
      const page = await this.#page({ limit: PAGE, ...(token === "" ? {} : { continue: token }) }, signal);
      for (const item of page.items) this.#take(item);
      version ??= page.version;
      token = page.next;
      this.#state.received();
      this.#state.reading(this.#filter.listed, token === "" ? undefined : page.remaining);
    } while (token !== "" && !signal.aborted);
    if (signal.aborted) return;
    this.#finishList(version ?? "");
    this.#state.live();
  }

  /** Throws "tooLargeVersion" if the server has not reached this version. Servers report that only for a list. */
  async #confirmVersion(version: string, signal: AbortSignal): Promise<void> {
    await this.#page({ limit: "1", resourceVersion: version, resourceVersionMatch: "NotOlderThan" }, signal);
    this.#inDoubt = false;
  }

  #page(query: Readonly<Record<string, string>>, signal: AbortSignal) {
    return objectPage({ ...this.#options, timers: this.#timers, garbage: (excerpt) => this.#garbage(excerpt) }, query, signal);
  }

  /** Runs one watch request to its end. `lists`: it begins with a streamed list. */
  async #stream(query: Readonly<Record<string, string>>, signal: AbortSignal, lists: boolean): Promise<void> {
    const { transport, resource, pace, timers, random } = this.#options;
    this.counts.watches++;
    const silenceMs = pace.silenceMs * (0.8 + 0.4 * random());
    // Servers send a bookmark shortly before a watch times out. A quiet watch gets a short timeout, so that its version
    // is always recent, and silence always means a failure.
    const timeoutSeconds = this.#lastWatchWasQuiet ? Math.max(1, Math.round((0.7 * silenceMs) / 1000)) : 300 + Math.floor(random() * 300);
    const what = `watch ${resource.name}`;
    const beganMs = timers.elapsedMs();
    const response = await transport.get(
      resource.path,
      { ...resource.query, ...query, watch: "true", allowWatchBookmarks: "true", timeoutSeconds: String(timeoutSeconds) },
      { signal, isDirect: true, ...acceptHeaders(this.#options.protobuf) },
    );
    let listing = lists;
    let news = 0;
    let silent = false;
    const limitMs = () => (listing ? pace.listMarkerMs : silenceMs);
    const silence = new IdleTimeout(this.#timers, limitMs(), () => {
      silent = true;
      response.destroy();
    });
    // After an outage the first event may be that the history is lost.
    let proof: ReturnType<Timers["after"]> | undefined;
    const prove = () => {
      if (proof === undefined) return;
      proof.cancel();
      proof = undefined;
      this.#state.live();
    };
    if (!listing && this.#failures > 0) proof = timers.after(PROVEN_MS, prove);
    else if (!listing) this.#state.live();
    const { quickCheck, restMs } = this.#options;
    const throttle = restMs === undefined ? undefined : throttleReads(response, restMs, timers);
    const take = (event: WatchEvent<T>) => {
      if (event.kind !== "error") prove();
      const outcome = this.#event(event, listing);
      if (outcome === "listed") listing = false;
      else if (outcome === "news" && !listing) news++;
    };
    const runQuickCheck = (bytes: Buffer, from: number, to: number) => {
      // During a list all objects are read completely: a quick check only adds their fingerprints.
      if (quickCheck === undefined || (listing && quickCheck.print === undefined) || !quickCheck.read(bytes, from, to)) return false;
      prove();
      const outcome = this.#filter.takeQuickCheck(quickCheck);
      if (outcome === undefined) return false;
      this.counts.events++;
      if (outcome === "news") news++;
      this.#version.quickChecked(quickCheck.version);
      return true;
    };
    const read = createWatchDecoder<T>(this.#options.protobuf, response, take, quickCheck === undefined ? undefined : runQuickCheck);
    try {
      await forEachPart(response, (bytes, from, to) => {
        this.#readEvents(read, bytes, from, to);
        this.#state.received();
        if (listing) this.#state.reading(this.#filter.listed);
        else {
          this.#state.live();
          throttle?.onRead();
        }
        silence.restart(limitMs());
      });
    } catch (cause) {
      if (!silent) throw connectionFailure(what, this.#host, cause);
    } finally {
      silence.cancel();
      proof?.cancel();
      throttle?.cancel();
      response.destroy();
      this.#version.settle();
      this.#state.closed();
      if (news > 0 || timers.elapsedMs() - beganMs >= pace.goodWatchMs) this.#forgetFailures();
    }
    if (signal.aborted) return;
    if (listing)
      throw silent
        ? new KubeRequestError("noMarker", `${what}: this server does not stream lists`)
        : new KubeRequestError("disconnected", `list ${resource.name}: the stream ended before the list was complete`);
    this.#lastWatchWasQuiet = news === 0;
    // A clean end is normal: the next watch starts from the last version. Only a watch that ended at once without an
    // event is suspicious.
    if (!lists && news === 0 && timers.elapsedMs() - beganMs < pace.shortWatchMs)
      throw new KubeRequestError("shortWatch", `${what}: it ended at once and brought nothing`);
    this.#shortWatches = 0;
  }

  #readEvents(read: WatchDecoder, bytes: Buffer, from: number, to: number): void {
    try {
      read(bytes, from, to);
    } catch (cause) {
      if (!(cause instanceof TooLong)) throw cause;
      throw new KubeRequestError("garbage", `watch ${this.#options.resource.name}: a line is longer than any object`, { cause });
    }
  }

  #garbage(text: string): KubeRequestError {
    this.counts.badLines++;
    const excerpt = JSON.stringify(text.slice(0, 60));
    return new KubeRequestError("garbage", `${this.#options.resource.name}: the server sent ${excerpt}, which is no Kubernetes object`);
  }

  /** Takes one event. Reports whether it was news, or ended a streamed list. */
  #event(event: WatchEvent<T>, listing: boolean): "news" | "nothing" | "listed" {
    const { resource, sink } = this.#options;
    // `runQuickCheck` counts these events.
    if (event.kind === "quickChecked") return "nothing";
    this.counts.events++;
    switch (event.kind) {
      case "read":
      case "put": {
        const taken = this.#take(event);
        // While a list streams in, its objects are unordered: only the marker's version counts.
        if (!listing) this.#version.advance(resourceVersionIn(event));
        return taken ? "news" : "nothing";
      }
      case "deleted": {
        const dropped = event.uid !== undefined && this.#filter.remove(event.uid);
        if (!listing) this.#version.advance(event.version);
        return dropped ? "news" : "nothing";
      }
      case "bookmark":
        if (listing && event.endsList) {
          this.#finishList(event.version ?? "");
          return "listed";
        }
        if (!listing) this.#version.advance(event.version);
        return "nothing";
      case "error": {
        const code = event.status.code;
        throw statusError(`watch ${resource.name}`, { httpStatus: typeof code === "number" ? code : 500, status: event.status });
      }
      case "unknown":
        sink.problem(`watch ${resource.name}: an event of unknown type ${JSON.stringify(event.type)} was left out`);
        return "nothing";
      case "garbage":
        throw this.#garbage(event.excerpt);
    }
  }

  #take(arrived: DecodedObject<T>): boolean {
    return arrived.kind === "read" ? this.#filter.takeRead(arrived.object) : this.#filter.take(arrived.object);
  }

  #finishList(version: string): void {
    this.#version.listed(version);
    this.#inDoubt = false;
    this.#shortWatches = 0;
    this.#lastWatchWasQuiet = false;
    this.#filter.endList();
    this.#listed();
    this.#options.sink.synced();
  }
}
