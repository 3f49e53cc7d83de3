import { setMaxListeners } from "node:events";
import type { UidTable } from "@daemonscope/columns/uid-table";
import {
  type ClusterEvent,
  type ClusterEventSink,
  dropObject,
  type PutEvent,
  putDaemonSet,
  putNode,
  putPod,
  putPodFacts,
  putRevision,
} from "@daemonscope/daemonset/model/cluster-event";
import type { HealthyPods } from "@daemonscope/daemonset/pods/healthy-pod";
import type { ObjectMeta } from "@daemonscope/kube/objects";
import {
  REQUIRED_SOURCES_OF_PAGE,
  SOURCES,
  type SourceName,
  type SourceStatus,
  type SourceStatuses,
} from "@daemonscope/kube/source-status";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { NODE_DECODER, POD_DECODER, type ProtobufDecoder } from "@daemonscope/kube-client/fast/protobuf/decoders";
import type { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { RetryPolicy } from "@daemonscope/kube-client/flow-control/retry-policy";
import { createSemaphore, type Semaphore } from "@daemonscope/kube-client/flow-control/semaphore";
import { withBackpressure } from "@daemonscope/kube-client/http/pausable-transport";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { ObjectIdentity } from "@daemonscope/kube-client/list-watch/delta-filter";
import { Liveness } from "@daemonscope/kube-client/list-watch/liveness";
import { Reflector, type ReflectorCounts, type ReflectorSink } from "@daemonscope/kube-client/list-watch/reflector";
import { createServerFeatures } from "@daemonscope/kube-client/list-watch/server-features";
import { runDetached } from "../platform/run-detached.ts";
import { EventIntake, type KnownObjects } from "./events/event-intake.ts";
import { NodeQuickCheck } from "./fast/node-quick-check.ts";
import { PodQuickCheck } from "./fast/pod-quick-check.ts";
import { PodWorkers, type PodWorkersSettings } from "./fast/pod-workers/pod-workers.ts";

export interface ClusterWatchOptions {
  readonly transport: Transport;
  /** Receives each change of an object. */
  readonly emit: ClusterEventSink;
  readonly pace: RetryPolicy;
  /** The wall clock. */
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Timers for waits and limits; the system's if undefined. */
  readonly timers?: Timers;
  /** Requests only the objects of this namespace, except nodes. For users without further rights. */
  readonly namespace?: string;
  /** Requests only these kinds; all kinds if undefined. */
  readonly sources?: readonly SourceName[];
  /** Redacts the templates that are kept for the comparison of revisions. If undefined, no template is kept. */
  readonly keepTemplate?: TemplateRedactor;
  /** The table in which the receiver keeps the uids of pods. With it, uids are stored once. */
  readonly podUids?: UidTable | undefined;
  /** Columns in which the receiver keeps pods, if it is the only receiver. A status then applies without building
   *  the pod. */
  readonly healthyPods?: HealthyPods | undefined;
  /** The objects of the receiver, to select the events about them. If undefined, events about all pods pass. */
  readonly known?: KnownObjects | undefined;
  /** Reads pods in worker threads, each with a part of them. If undefined, this thread reads them. Ignored with a
   *  namespace. */
  readonly podWorkers?: PodWorkersSettings;
  /** The queue before the receiver. While it is full, nothing is read. */
  readonly pressure?: Backpressure | undefined;
  /** Called when the receiver got changes. */
  readonly onChange: () => void;
  /** Called when a kind has been read completely, for the first time or again. */
  readonly onRead?: (source: SourceName) => void;
  readonly onStatus: (source: SourceName, status: SourceStatus) => void;
  readonly onGap: (source: SourceName, fromMs: number) => void;
  readonly onProblem: (text: string) => void;
  readonly onVersion: (gitVersion: string) => void;
}

export interface ClusterWatch {
  statuses(): SourceStatuses;
  /** Resolves when nodes, pods, daemonsets and controllerrevisions are listed or forbidden. Kinds that are not
   *  requested do not count. */
  readonly synced: Promise<void>;
  counts(): Readonly<Record<SourceName, ReflectorCounts>>;
  /** Ends the waits between tries. */
  retryNow(): void;
  /** Reports that the receiver rejected an event after `emit` had returned. The object is left out, and tried again
   *  with each of its later events. */
  failed(put: PutEvent, cause: unknown): void;
  /** Resolves when every connection is closed. */
  close(): Promise<void>;
}

const LISTS_AT_ONCE = 2;
/** The order of the lists. DaemonSets come first: their reported counts are drawn first, they are few, and they
 *  need no node. */
const LISTED: readonly SourceName[] = ["daemonsets", "nodes", "controllerrevisions", "pods", "events"];
/** Minimum time between two manual retries, so that callers cannot load a server in trouble. */
const RETRY_EVERY_MS = 1000;

/** Keeps one kind up to date: a reflector, or workers that each read a part. */
interface KindWatch {
  readonly status: SourceStatus;
  readonly counts: ReflectorCounts;
  run(signal: AbortSignal): Promise<void>;
  probed(alive: boolean, detail: string): void;
  retryNow(): void;
  failed(object: ObjectIdentity, cause: unknown): void;
}

/** Creates the reflector of one kind. `eventOf` returns undefined for an object that no model uses. */
type MakeReflector = <T extends { readonly metadata: ObjectMeta }>(
  source: SourceName,
  decode: (value: unknown) => Decoded<T>,
  eventOf: (object: T) => ClusterEvent | undefined,
  protobuf?: ProtobufDecoder<T>,
) => Reflector<T>;

const reflectorsOf = (reflector: MakeReflector, keepTemplate: ClusterWatchOptions["keepTemplate"], intake: EventIntake) => ({
  nodes: reflector("nodes", decodeNode, putNode, NODE_DECODER),
  daemonsets: reflector("daemonsets", (value) => decodeDaemonSet(value, keepTemplate), putDaemonSet),
  controllerrevisions: reflector("controllerrevisions", (value) => decodeControllerRevision(value, keepTemplate), putRevision),
  pods: reflector("pods", decodePod, putPod, POD_DECODER),
  events: reflector("events", decodeEvent, (event) => {
    intake.put(event);
    return undefined;
  }),
});

/** Returns the identity of an event's object, as its reflector knows it. */
function identityOf(put: PutEvent): ObjectIdentity {
  switch (put.kind) {
    case "nodes":
      return put.object.record;
    case "pods":
      return put.object;
    default:
      return put.object.metadata;
  }
}

/** Resolves `synced` when every kind that is needed and requested is listed or forbidden. */
function firstLists(sources: readonly SourceName[]): { readonly synced: Promise<void>; readonly settled: (source: SourceName) => void } {
  const awaited = new Set<SourceName>(REQUIRED_SOURCES_OF_PAGE.filter((source) => sources.includes(source)));
  let finish: () => void = () => undefined;
  const synced = new Promise<void>((done) => {
    finish = done;
  });
  const settled = (source: SourceName) => {
    awaited.delete(source);
    if (awaited.size === 0) finish();
  };
  return { synced, settled };
}

/** Reports whether the server streams lists, and passes the version on the first time. */
function listStreaming(features: ReturnType<typeof createServerFeatures>, onVersion: (gitVersion: string) => void) {
  let isVersionReported = false;
  return async (signal: AbortSignal): Promise<boolean> => {
    const { gitVersion, streamsLists } = await features(signal);
    if (gitVersion !== undefined && !isVersionReported) onVersion(gitVersion);
    isVersionReported = true;
    return streamsLists;
  };
}

/** Limits retries to one per `RETRY_EVERY_MS`. */
function rateLimit(timers: Timers, retry: () => void): () => void {
  let retriedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (timers.elapsedMs() - retriedAtMs < RETRY_EVERY_MS) return;
    retriedAtMs = timers.elapsedMs();
    retry();
  };
}

/** Parts of a watch that its reflectors and its pod workers share. */
interface SharedParts {
  readonly timers: Timers;
  readonly listTurn: Semaphore;
  readonly settled: (source: SourceName) => void;
  readonly reportStatus: (source: SourceName, status: SourceStatus) => void;
  readonly intake: EventIntake;
}

/** Creates the workers that read pods, if they are requested. */
function podWorkersOf(
  options: ClusterWatchOptions,
  { timers, listTurn, settled, reportStatus, intake }: SharedParts,
): PodWorkers | undefined {
  const { podWorkers, emit, onChange } = options;
  if (podWorkers === undefined) return undefined;
  return new PodWorkers({
    ...podWorkers,
    transport: options.transport,
    pace: options.pace,
    timers,
    nowMs: options.nowMs,
    random: options.random,
    listTurn,
    uids: options.podUids,
    pressure: options.pressure,
    sink: {
      put: (pod) => emit(putPodFacts(pod)),
      drop: (uid) => emit(dropObject("pods", uid)),
      changed: onChange,
      status: (status) => reportStatus("pods", status),
      problem: options.onProblem,
      synced: () => {
        options.onRead?.("pods");
        intake.listed("pods");
      },
      settled: () => settled("pods"),
      gap: (fromMs) => options.onGap("pods", fromMs),
    },
  });
}

/**
 * Returns the function that emits each change of this thread's reflectors; it ignores undefined. DaemonSets go to the
 * workers too: pods are in the namespaces that have DaemonSets.
 */
function emitterOf({ emit, onChange }: ClusterWatchOptions, podWorkers: PodWorkers | undefined, holdWhereFull: () => void) {
  return (event: ClusterEvent | undefined): void => {
    if (event === undefined) return;
    emit(event);
    if (event.do === "put" && event.kind === "daemonsets") podWorkers?.putDaemonSet(event.object);
    if (event.do === "drop" && event.kind === "daemonsets") podWorkers?.dropDaemonSet(event.key);
    holdWhereFull();
    onChange();
  };
}

/** Creates a watch for each kind: a reflector, or the workers for pods. */
function kindWatchesOf(
  reflector: MakeReflector,
  keepTemplate: ClusterWatchOptions["keepTemplate"],
  intake: EventIntake,
  podWorkers: PodWorkers | undefined,
): Readonly<Record<SourceName, KindWatch>> {
  const reflectors = reflectorsOf(reflector, keepTemplate, intake);
  return podWorkers === undefined ? reflectors : { ...reflectors, pods: podWorkers };
}

/** Returns the receiver of a reflector's objects. */
function sinkOf<T>(
  source: SourceName,
  emitObject: (object: T) => void,
  { onRead, onProblem, onGap }: ClusterWatchOptions,
  { emit, intake, settled, reportStatus }: Omit<SharedParts, "timers" | "listTurn"> & { readonly emit: ReturnType<typeof emitterOf> },
  podWorkers: PodWorkers | undefined,
): ReflectorSink<T> {
  return {
    put: emitObject,
    drop: (uid, name) => (source === "events" ? intake.drop(uid) : emit(dropObject(source, source === "nodes" ? name : uid))),
    status(status) {
      if (status.state === "forbidden") settled(source);
      if (status.state === "forbidden" && source === "daemonsets") podWorkers?.daemonSetsSettled("forbidden");
      reportStatus(source, status);
    },
    problem: onProblem,
    synced() {
      onRead?.(source);
      intake.listed(source);
      settled(source);
      if (source === "daemonsets") podWorkers?.daemonSetsSettled("read");
    },
    gap: (fromMs) => onGap(source, fromMs),
  };
}

const bySource = <V>(value: (source: SourceName) => V): Readonly<Record<SourceName, V>> => ({
  nodes: value("nodes"),
  pods: value("pods"),
  daemonsets: value("daemonsets"),
  controllerrevisions: value("controllerrevisions"),
  events: value("events"),
});

/** Returns the options that the reflectors of some kinds have. */
function kindOptions(source: SourceName, { podUids, healthyPods, onChange, pace }: ClusterWatchOptions) {
  // Most events are about other objects, and the intake recognizes the events that it emitted.
  if (source === "events") return { index: "none" as const };
  if (source === "nodes") return { restMs: pace.nodeRestMs, quickCheck: new NodeQuickCheck() };
  if (source !== "pods") return {};
  return { uids: podUids, quickCheck: healthyPods === undefined ? undefined : new PodQuickCheck(healthyPods, onChange) };
}

/** Watches the requested kinds of one cluster until it is closed: one reflector or workers for each, one liveness
 *  probe for all. */
export function startClusterWatch(options: ClusterWatchOptions): ClusterWatch {
  const { pace, nowMs, random, pressure, timers = systemTimers } = options;
  const { transport, holdWhereFull, goOn } = withBackpressure(pressure, options.transport, timers);
  const stop = new AbortController();
  // The watch, list, wait and credentials of each kind add a listener here, and each removes it. Node.js takes this
  // number for a leak.
  setMaxListeners(0, stop.signal);
  const listTurn = createSemaphore(LISTS_AT_ONCE);
  const streamsLists = listStreaming(createServerFeatures(transport, pace, timers), options.onVersion);
  const { sources = SOURCES } = options;
  const { synced, settled } = firstLists(sources);
  const reportStatus = (source: SourceName, status: SourceStatus) => {
    if (status.state === "retrying") liveness.suspect();
    options.onStatus(source, status);
  };
  const intake = new EventIntake({ emit: (event) => emit(event), known: options.known, timers, onProblem: options.onProblem });
  const shared = { timers, listTurn, settled, reportStatus, intake };
  const podWorkers = options.namespace === undefined ? podWorkersOf(options, shared) : undefined;
  const emit = emitterOf(options, podWorkers, holdWhereFull);
  const reflector: MakeReflector = (source, decode, eventOf, protobuf) =>
    new Reflector({
      resource: inNamespace(WATCHED[source], options.namespace),
      ...kindOptions(source, options),
      transport,
      decode,
      ...(protobuf === undefined ? {} : { protobuf }),
      pace,
      timers,
      nowMs,
      random,
      streamsLists,
      listTurn,
      sink: sinkOf(source, (object) => emit(eventOf(object)), options, { ...shared, emit }, podWorkers),
    });

  const reflectors = kindWatchesOf(reflector, options.keepTemplate, intake, podWorkers);
  const all = LISTED.filter((source) => sources.includes(source)).map((source) => reflectors[source]);
  const liveness = new Liveness({
    // Probes bypass the pausable transport. A probe that waits there would report a server that does not answer.
    transport: options.transport,
    pace,
    timers,
    onVerdict(alive, detail) {
      for (const each of all) each.probed(alive, detail);
    },
  });

  const running = Promise.all([...all.map((each) => each.run(stop.signal)), liveness.run(stop.signal)]);
  runDetached(running);
  return {
    statuses: () => bySource((source) => reflectors[source].status),
    synced,
    counts: () => bySource((source) => reflectors[source].counts),
    retryNow: rateLimit(timers, () => {
      for (const each of all) each.retryNow();
    }),
    failed: (put, cause) => reflectors[put.kind].failed(identityOf(put), cause),
    async close() {
      stop.abort();
      intake.close();
      goOn();
      await running;
    },
  };
}
