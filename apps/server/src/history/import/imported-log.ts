import { randomBytes } from "node:crypto";
import { type ClusterEvent, dropObject, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import { type Json, objectField } from "@daemonscope/kube-client/decode/fields";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { applyObserved } from "../../feed/event-observer.ts";
import { LiveFrames } from "../../frames/live-frames.ts";
import { EventIntake } from "../../watch/events/event-intake.ts";
import { headerOf } from "../log/log-entry.ts";
import { type BlockStore, LogWriter } from "../log/log-writer.ts";
import type { Segment } from "../log/segment.ts";
import { ImportClock } from "./import-clock.ts";
import type { ImportedChange, ImportLimitations } from "./import-limitations.ts";

/** Interval of the dated ticks and state hashes (L2); equal to that of `record`. */
const DATE_MS = 10_000;
/** The writer is flushed after this number of changes and dated ticks, which limits memory. */
const CHANGES_PER_FLUSH = 2000;

interface ImportedLogOptions {
  readonly identity: ClusterIdentity;
  readonly fromMs: number;
  /** Kinds that count as read when the log begins, because their first objects all arrive before that. */
  readonly sources: ReadonlySet<SourceName>;
  readonly build: string;
  readonly store: BlockStore;
  readonly limitations: ImportLimitations;
  readonly onBroken: (error: unknown) => void;
}

/**
 * Writes a log from imported changes. It applies them to the same model as `serve`, on a clock that follows their
 * times, and writes as `record` does.
 */
export class ImportedLog {
  readonly #time: ImportClock;
  readonly #model: ClusterModel;
  readonly #writer: LogWriter;
  readonly #live: LiveFrames;
  readonly #options: ImportedLogOptions;
  readonly #events: EventIntake;
  /** Kinds that are live: those of `options.sources`, and kinds that are read completely later. */
  readonly #sources: Set<SourceName>;
  #datedMs: number;
  #changeCount = 0;
  #versions = 0;

  constructor(options: ImportedLogOptions) {
    const { identity, fromMs, store, build, onBroken } = options;
    const sources = new Set(options.sources);
    this.#sources = sources;
    this.#options = options;
    this.#datedMs = fromMs;
    this.#time = new ImportClock(fromMs);
    const { clock, timers } = this.#time;
    this.#model = new ClusterModel({ nowMs: fromMs, unread: MODEL_SOURCES });
    this.#events = new EventIntake({
      emit: (event) => this.#emit(event),
      known: this.#model.reading,
      timers,
      onProblem: (text) => options.limitations.add("object cannot be read", "objects cannot be read", text),
    });
    const epoch = randomBytes(6).toString("hex");
    const header = headerOf({ log: epoch, cluster: identity });
    this.#writer = new LogWriter({ header, model: this.#model, store, maxBytes: Number.POSITIVE_INFINITY, onBroken });
    const absent: SourceStatus = { state: "syncing", detail: "the import does not contain all of them" };
    const statuses = () =>
      Object.fromEntries(
        SOURCES.map((source) => [source, sources.has(source) ? { state: "live", provenAtMs: clock.nowMs() } : absent]),
      ) as unknown as SourceStatuses;
    this.#live = new LiveFrames({
      model: this.#model,
      identity,
      epoch,
      build,
      clock,
      timers,
      statuses,
      tap: this.#writer,
      // No client reads these frames, so their lifetimes need no jitter.
      random: () => 0,
      wallNowMs: clock.nowMs,
    });
  }

  get segments(): readonly Segment[] {
    return this.#writer.segments;
  }

  get state(): ClusterStateOf {
    return this.#live.log.state;
  }

  /** Advances the time to a change and applies the change. Resolves when the next change can be applied. */
  async apply(change: ImportedChange): Promise<void> {
    await this.#passTo(change.atMs);
    switch (change.do) {
      case "put":
        this.#put(change.source, change.object, change.podDeleter);
        break;
      case "drop":
        if (change.source === "events") this.#events.drop(change.uid);
        else this.#emit(dropObject(change.source, change.source === "nodes" ? change.name : change.uid));
        break;
      case "read":
        this.#sources.add(change.source);
        this.#read(change.source);
        break;
      case "begin":
        this.#begin();
        break;
      default:
        assertNever(change);
    }
    this.#live.wake();
    await this.#count();
  }

  /** Writes that the cluster was watched until now. Resolves when everything is stored. */
  async end(): Promise<void> {
    // Runs the tick of the last change.
    this.#time.passTo(this.#time.nowMs + 1);
    this.#date();
    await this.#writer.flush();
    this.#live.close("the import ends");
  }

  async #passTo(atMs: number): Promise<void> {
    while (this.#datedMs + DATE_MS <= atMs) {
      this.#datedMs += DATE_MS;
      this.#time.passTo(this.#datedMs);
      this.#date();
      await this.#count();
    }
    this.#time.passTo(atMs);
  }

  #date(): void {
    this.#writer.dateNextTick();
    this.#live.settle();
    const { log } = this.#live;
    this.#writer.hashed(log.state.seq, log.hash());
  }

  async #count(): Promise<void> {
    if (++this.#changeCount % CHANGES_PER_FLUSH === 0) await this.#writer.flush();
  }

  #begin(): void {
    for (const source of this.#options.sources) this.#read(source);
    this.#live.beginMarks();
    this.#live.settle();
  }

  #read(source: SourceName): void {
    if (!isModelSource(source)) return;
    this.#emit({ do: "read", source });
    this.#events.listed(source);
  }

  #emit(event: ClusterEvent): void {
    applyObserved(this.#model, event, this.#time.nowMs, this.#writer);
  }

  #put(source: SourceName, object: Json, podDeleter: string | undefined): void {
    const versioned = this.#versioned(object);
    switch (source) {
      case "nodes":
        return this.#take(decodeNode(versioned), putNode);
      case "daemonsets":
        return this.#take(decodeDaemonSet(versioned), (daemonSet) =>
          putDaemonSet(podDeleter === undefined ? daemonSet : { ...daemonSet, podDeleter }),
        );
      case "controllerrevisions":
        return this.#take(decodeControllerRevision(versioned), putRevision);
      case "pods":
        return this.#take(decodePod(versioned), putPod);
      case "events":
        return this.#take(decodeEvent(versioned), (event) => {
          this.#events.put(event);
          return undefined;
        });
      default:
        return assertNever(source);
    }
  }

  /** Adds a rising version to an object without one, because some sources omit versions. */
  #versioned(object: Json): Json {
    const metadata = objectField(object, "metadata");
    if (typeof metadata.resourceVersion === "string" && metadata.resourceVersion !== "") return object;
    return { ...object, metadata: { ...metadata, resourceVersion: String(++this.#versions) } };
  }

  #take<T>(decoded: Decoded<T>, eventOf: (object: T) => ClusterEvent | undefined): void {
    if ("problem" in decoded) return this.#options.limitations.add("object cannot be read", "objects cannot be read", decoded.problem);
    const event = eventOf(decoded.object);
    if (event !== undefined) this.#emit(event);
  }
}
