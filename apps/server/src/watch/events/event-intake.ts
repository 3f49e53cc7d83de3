import { dropObject, modelEventOf, putEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { isAboutPod } from "@daemonscope/daemonset/tracking/event-reasons";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { KubeEvent } from "@daemonscope/kube/objects";
import type { SourceName } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

/** A map with a limited number of entries. A set moves its entry to the end, and the first entry goes. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [first] = this.#entries.keys();
    if (first !== undefined) this.#entries.delete(first);
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  entries(): Iterable<readonly [key: string, value: Value]> {
    return this.#entries.entries();
  }
}

/** The objects that the model has. */
export type KnownObjects = Pick<ClusterReading, "hasPod" | "daemonSet">;

interface EventIntakeOptions {
  readonly emit: (event: ReturnType<typeof putEvent> | ReturnType<typeof dropObject>) => void;
  /** If undefined, events about all pods pass. */
  readonly known?: KnownObjects | undefined;
  readonly timers: Pick<Timers, "elapsedMs" | "after">;
  /** Reports that the receiver rejected an event that had waited. */
  readonly onProblem: (text: string) => void;
}

const RETRY_MS = 1000;
/** Events about unknown pods that wait, and events above the rate that wait. */
const MAX_WAITING = 2000;
/** A first list of events passes at once. Later, events pass at this rate, because the log and the model take each. */
const BURST = 10_000;
const EVENTS_PER_SECOND = 100;
/** Per object and reason. A recorder writes at most 25 events about an object at once, and few later. */
const OBJECT_BURST = 50;
const OBJECT_EVENTS_PER_SECOND = 1 / 5;
/** Emitted events whose deletion and replay are recognized, and objects whose rate is limited. */
const MAX_REMEMBERED = 10_000;
/** The API server generates the end of a pod's name. Source: apiserver pkg/storage/names/generate.go. */
const MAX_GENERATED_NAME_LENGTH = 63;

/** A token bucket. */
interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Selects the events that a model uses, before the queue, so that log, replay and model receive the same events
 * (rule K4). An event passes if it is about a DaemonSet or a pod of the model. Events and pods arrive on separate
 * watches, so an event about an unknown pod waits and is tried again. Of the events above the rate the newest wait.
 */
export class EventIntake {
  readonly #options: EventIntakeOptions;
  /** By event uid, the oldest first. */
  readonly #unknown = new BoundedMap<{ readonly event: KubeEvent; isTried: boolean }>(MAX_WAITING);
  readonly #waiting = new BoundedMap<KubeEvent>(MAX_WAITING);
  readonly #emittedVersions = new BoundedMap<string>(MAX_REMEMBERED);
  readonly #objectBuckets = new BoundedMap<Bucket>(MAX_REMEMBERED);
  /** DaemonSets are few. Events about pods cannot delay theirs. */
  readonly #buckets: Readonly<Record<"DaemonSet" | "Pod", Bucket>>;
  readonly #listed = new Set<SourceName>();
  #timer: { cancel(): void } | undefined;

  constructor(options: EventIntakeOptions) {
    this.#options = options;
    const atMs = options.timers.elapsedMs();
    this.#buckets = { DaemonSet: { tokens: BURST, atMs }, Pod: { tokens: BURST, atMs } };
  }

  put(received: KubeEvent): void {
    const event = modelEventOf(received);
    if (event === undefined) return;
    const { uid, resourceVersion } = event.metadata;
    if (this.#emittedVersions.get(uid) === resourceVersion) return;
    if (!this.#isKnown(event)) {
      if (!this.#mayBecomeKnown(event)) return;
      this.#unknown.set(uid, { event, isTried: false });
      this.#retryLater();
    } else this.#pass(event);
  }

  /** Forgets an event. The model learns the end of the events that it got. */
  drop(uid: string): void {
    this.#unknown.delete(uid);
    this.#waiting.delete(uid);
    if (this.#emittedVersions.delete(uid)) this.#options.emit(dropObject("events", uid));
  }

  /** Called when all objects of a kind have been emitted. */
  listed(source: SourceName): void {
    this.#listed.add(source);
    if (source === "pods") this.#passKnown(false);
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#unknown.clear();
    this.#waiting.clear();
  }

  #isKnown({ involved }: KubeEvent): boolean {
    const { known } = this.#options;
    return involved.kind !== "Pod" || known === undefined || (involved.uid !== undefined && known.hasPod(involved.uid));
  }

  /** If many events wait, reports whether a DaemonSet of the model may have created the pod, by the pod's name. */
  #mayBecomeKnown({ metadata, involved: { name, uid } }: KubeEvent): boolean {
    const { known } = this.#options;
    if (known === undefined || uid === undefined) return false;
    if (this.#unknown.size < MAX_WAITING / 2 || !this.#listed.has("daemonsets") || name.length >= MAX_GENERATED_NAME_LENGTH) return true;
    return known.daemonSet(`${metadata.namespace}/${name.slice(0, Math.max(0, name.lastIndexOf("-")))}`) !== undefined;
  }

  #pass(event: KubeEvent): void {
    const { uid, resourceVersion } = event.metadata;
    if (this.#waiting.has(uid) || !this.#takeTokens(event)) {
      this.#waiting.set(uid, event);
      this.#retryLater();
      return;
    }
    this.#emittedVersions.set(uid, resourceVersion);
    this.#options.emit(putEvent(event));
  }

  #takeTokens(event: KubeEvent): boolean {
    const nowMs = this.#options.timers.elapsedMs();
    const key = `${event.involved.uid ?? event.involved.name} ${event.reason}`;
    const ofObject = this.#objectBuckets.get(key) ?? { tokens: OBJECT_BURST, atMs: nowMs };
    const ofKind = this.#buckets[isAboutPod(event) ? "Pod" : "DaemonSet"];
    refill(ofObject, nowMs, OBJECT_EVENTS_PER_SECOND, OBJECT_BURST);
    refill(ofKind, nowMs, EVENTS_PER_SECOND, BURST);
    if (ofObject.tokens < 1 || ofKind.tokens < 1) return false;
    ofObject.tokens--;
    ofKind.tokens--;
    this.#objectBuckets.set(key, ofObject);
    return true;
  }

  #retryLater(): void {
    this.#timer ??= this.#options.timers.after(RETRY_MS, () => {
      this.#timer = undefined;
      try {
        this.#passKnown(this.#listed.has("pods"));
        this.#passWaiting();
      } catch (cause) {
        this.#options.onProblem(`events could not be taken in: ${errorMessage(cause)}`);
      }
      if (this.#unknown.size > 0 || this.#waiting.size > 0) this.#retryLater();
    });
  }

  /** `isTry`: the second one of an event ends its wait. */
  #passKnown(isTry: boolean): void {
    for (const [uid, waiting] of [...this.#unknown.entries()]) {
      const isKnown = this.#isKnown(waiting.event);
      if (isKnown || waiting.isTried) this.#unknown.delete(uid);
      waiting.isTried ||= isTry;
      if (isKnown) this.#pass(waiting.event);
    }
  }

  #passWaiting(): void {
    for (const [uid, event] of [...this.#waiting.entries()])
      if (this.#takeTokens(event)) {
        this.#waiting.delete(uid);
        this.#emittedVersions.set(uid, event.metadata.resourceVersion);
        this.#options.emit(putEvent(event));
      }
  }
}

function refill(bucket: Bucket, nowMs: number, perSecond: number, burst: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond);
  bucket.atMs = nowMs;
}
