import type { UidTable } from "@daemonscope/columns/uid-table";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/kube/source-status";
import type { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { backoffMs, type RetryPolicy, sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { Semaphore } from "@daemonscope/kube-client/flow-control/semaphore";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Authorize } from "@daemonscope/kube-client/http/send-request";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { ObjectIdentity } from "@daemonscope/kube-client/list-watch/delta-filter";
import type { ReflectorCounts } from "@daemonscope/kube-client/list-watch/reflector";
import { UndecodableObjects } from "@daemonscope/kube-client/list-watch/undecodable-objects";
import { mergeStatuses } from "../../merge-statuses.ts";
import { assignNamespaces } from "./assign-namespaces.ts";
import { DaemonNamespaces } from "./daemon-namespaces.ts";
import { PartitionWatch, sumCounters, ZERO_COUNTS } from "./partition-watch.ts";
import type { PodPartition } from "./pod-partition.ts";
import type { StartWorker } from "./pod-thread.ts";
import { supportsShards } from "./probe-shards.ts";
import { ReportedPods } from "./reported-pods.ts";
import { type PoolMessage, WorkerPool } from "./worker-pool.ts";

/** The number of threads, and the credentials for their requests. */
export interface PodWorkersSettings {
  readonly count: number;
  readonly start: StartWorker;
  readonly authorize: Authorize;
  /** The request timeout of the transport. */
  readonly requestTimeoutMs: number | undefined;
}

interface PodWorkersSink {
  put(pod: PodFacts): void;
  drop(uid: string): void;
  /** Called once after the changes of a batch. */
  changed(): void;
  status(status: SourceStatus): void;
  problem(text: string): void;
  /** Called when all pods are read, for the first time or again. */
  synced(): void;
  /** Called, possibly more than once, when every part is read or forbidden. */
  settled(): void;
  gap(fromMs: number): void;
}

interface PodWorkersOptions extends PodWorkersSettings {
  readonly transport: Transport;
  readonly pace: RetryPolicy;
  readonly timers: Timers;
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly listTurn: Semaphore;
  /** The table in which the sink keeps the uids of pods. */
  readonly uids?: UidTable | undefined;
  /** The queue before the sink. While it is full, workers send nothing. */
  readonly pressure?: Backpressure | undefined;
  readonly sink: PodWorkersSink;
}

/** Describes how the pods are divided into parts. */
type Parting = "not yet" | "by shards" | "by namespaces" | "not at all";

/** Discards the events of a watch that has ended. */
const DISCARD = { put: () => undefined, drop: () => undefined };

/** Keeps pods in sync with the API server like one reflector, but divided. Each part is watched by one of several
 *  threads: by the server's shards if it has them, else by the namespaces with DaemonSets.
 *  Assumptions: a pod stays in its namespace, and a uid in its shard. A worker reports each watch in the order of
 *  its events.
 *  Invariants: no pod is in two parts, so that one watch determines its order. Events of an ended watch are
 *  ignored. Pods that an ended watch did not drop are dropped once its successor is read completely, never before.
 *  The status is the worst of the parts. All pods are read once each part is read. A part stays with its worker,
 *  also after a restart of the worker. */
export class PodWorkers {
  readonly #options: PodWorkersOptions;
  readonly #pool: WorkerPool;
  readonly #pods: ReportedPods;
  readonly #namespaces = new DaemonNamespaces();
  readonly #leftOut = new UndecodableObjects();
  #daemonSets: "unread" | "read" | "forbidden" = "unread";
  #parting: Parting = "not yet";
  #parts: PartitionWatch[] = [];
  /** Watches of earlier parts. Their pods are dropped once all present parts are read. */
  readonly #endedWatches = new Set<number>();
  #watches = 0;
  /** The status while there is no part. */
  #statusWithoutParts: SourceStatus = { state: "syncing" };
  #lastReported = "";
  #wasRead = false;
  #gapFromMs: number | undefined;
  #countsOfEnded = ZERO_COUNTS;
  #onSettled: () => void = () => undefined;
  #onDaemonSets: () => void = () => undefined;
  #wake: AbortController | undefined;

  constructor(options: PodWorkersOptions) {
    this.#options = options;
    this.#pods = new ReportedPods(options.uids);
    this.#pool = new WorkerPool({
      ...options,
      server: options.transport.server,
      onStarted: (at) => {
        for (const part of this.#parts) if (part.worker === at) this.#send(part);
      },
      onEnded: (at, why) => {
        for (const part of this.#parts) if (part.worker === at) part.lost(++this.#watches, why);
        options.sink.problem(`A worker that reads pods ended: ${why}; it is started again`);
        this.#report();
      },
      onMessage: (message) => this.#receive(message),
    });
  }

  get status(): SourceStatus {
    const status = mergeStatuses(this.#parts.map((part) => part.status)) ?? this.#statusWithoutParts;
    const leftOut = this.#leftOut.summary();
    if (leftOut === undefined) return status;
    return { ...status, leftOut: { count: leftOut.count + (status.leftOut?.count ?? 0), first: status.leftOut?.first ?? leftOut.first } };
  }

  get counts(): ReflectorCounts {
    return this.#parts.reduce((sum, { counts }) => sumCounters(sum, counts), this.#countsOfEnded);
  }

  /** The number of known pods. */
  get size(): number {
    return this.#pods.size;
  }

  probed(alive: boolean, detail: string): void {
    if (this.#parts.length === 0 && this.#parting === "by namespaces")
      this.#statusWithoutParts = alive
        ? { state: "live", provenAtMs: this.#options.nowMs() }
        : { ...this.#statusWithoutParts, state: this.#statusWithoutParts.provenAtMs === undefined ? "retrying" : "stale", detail };
    this.#pool.sendAll({ kind: "probed", alive, detail });
    this.#report();
  }

  retryNow(): void {
    this.#wake?.abort();
    this.#pool.startNow();
    this.#pool.sendAll({ kind: "retryNow" });
  }

  putDaemonSet(daemonSet: KubeDaemonSet): void {
    const { namespace } = daemonSet.metadata;
    const isNew = !this.#namespaces.has(namespace);
    this.#namespaces.put(daemonSet);
    if (isNew && this.#parting === "by namespaces" && this.#namespaces.has(namespace)) this.#beginNamespaces();
  }

  dropDaemonSet(uid: string): void {
    this.#namespaces.drop(uid);
    this.#endNamespaces();
  }

  /** Call when all DaemonSets were put, or are forbidden. */
  daemonSetsSettled(how: "read" | "forbidden"): void {
    if (this.#daemonSets === "read" || this.#daemonSets === how) return;
    this.#daemonSets = how;
    this.#onDaemonSets();
    if (how === "read" && this.#parting === "not at all") this.#repartition("by namespaces");
  }

  /** Watches until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = new Promise<void>((done) => {
      if (signal.aborted) done();
      else signal.addEventListener("abort", () => done(), { once: true });
    });
    const settled = new Promise<void>((done) => {
      this.#onSettled = done;
    });
    // One permit for all parts: the workers themselves limit their lists.
    await this.#options.listTurn(async () => {
      const shards = await this.#asksForShards(signal);
      if (shards === undefined) return;
      if (!shards) await Promise.race([this.#daemonSetsKnown(), ended]);
      if (signal.aborted) return;
      this.#part(shards ? "by shards" : this.#byNamespaces("The API server gives no shards of pods"));
      await Promise.race([settled, ended]);
    });
    await ended;
    await this.#pool.close();
  }

  /** Returns undefined if the signal aborts before an answer. */
  async #asksForShards(signal: AbortSignal): Promise<boolean | undefined> {
    const { transport, pace, timers, random } = this.#options;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        return await supportsShards(transport, pace, timers, signal);
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        if (signal.aborted) return undefined;
        this.#statusWithoutParts = { state: "retrying", detail: error.message };
        this.#report();
        this.#wake = new AbortController();
        const end = () => this.#wake?.abort();
        signal.addEventListener("abort", end);
        await sleep(Math.max(backoffMs(pace, failures, random), error.retryAfterMs ?? 0), this.#wake.signal, timers);
        signal.removeEventListener("abort", end);
        this.#wake = undefined;
        this.#statusWithoutParts = { state: "syncing" };
      }
    }
    return undefined;
  }

  #daemonSetsKnown(): Promise<void> {
    if (this.#daemonSets !== "unread") return Promise.resolve();
    return new Promise((done) => {
      this.#onDaemonSets = done;
    });
  }

  /** Returns the partition without shards, and reports it. */
  #byNamespaces(why: string): Parting {
    const { sink, count } = this.#options;
    if (this.#daemonSets !== "read") {
      sink.problem(`${why}, and DaemonSets, whose namespaces would tell pods apart, may not be read: one worker reads all pods`);
      return "not at all";
    }
    const namespaces = this.#namespaces.all().length;
    sink.problem(`${why}: pods are watched by namespace, in ${Math.min(namespaces, count)} of ${count} workers`);
    return "by namespaces";
  }

  #part(parting: Parting, statusUntilLive?: SourceStatus): void {
    const { count } = this.#options;
    this.#parting = parting;
    switch (parting) {
      case "by shards":
        for (let at = 0; at < count; at++) this.#begin({ kind: "shard", at, of: count }, at, statusUntilLive);
        break;
      case "by namespaces":
        this.#beginNamespaces(statusUntilLive);
        break;
      case "not at all":
        this.#begin({ kind: "whole" }, 0, statusUntilLive);
        break;
      case "not yet":
        return;
      default:
        assertNever(parting);
    }
    this.#report();
    this.#settle();
  }

  /** Ends all parts and begins others. The known pods remain until the new parts are read. */
  #repartition(parting: Parting): void {
    const { provenAtMs } = this.status;
    for (const part of this.#parts) this.#end(part);
    this.#parts = [];
    this.#part(parting, {
      state: provenAtMs === undefined ? "syncing" : "stale",
      detail: "pods are split again, and listed again",
      ...(provenAtMs === undefined ? {} : { provenAtMs }),
    });
  }

  /** Begins a part for each namespace without one. */
  #beginNamespaces(statusUntilLive?: SourceStatus): void {
    const { count, nowMs } = this.#options;
    const loads = Array.from({ length: count }, () => 0);
    const known = new Set<string>();
    const expected = new Map(this.#namespaces.all().map(({ namespace, pods }) => [namespace, pods]));
    for (const { part, worker, watch } of this.#parts) {
      if (part.kind !== "namespace") continue;
      known.add(part.namespace);
      loads[worker] = (loads[worker] ?? 0) + Math.max(this.#pods.countOf(watch), expected.get(part.namespace) ?? 0) + 1;
    }
    const fresh = this.#namespaces.all().filter(({ namespace }) => !known.has(namespace));
    // A namespace that appears later has few pods: the source stays live while they are read.
    const status = statusUntilLive ?? (this.#wasRead ? { state: "live" as const, provenAtMs: nowMs() } : undefined);
    for (const [namespace, worker] of assignNamespaces(fresh, loads)) this.#begin({ kind: "namespace", namespace }, worker, status);
  }

  /** Ends the parts of namespaces without DaemonSets, after their last pod is gone. */
  #endNamespaces(): void {
    const isOver = ({ part, watch, isRead }: PartitionWatch) =>
      part.kind === "namespace" && isRead && !this.#namespaces.has(part.namespace) && this.#pods.countOf(watch) === 0;
    const ended = this.#parts.filter(isOver);
    if (ended.length === 0) return;
    for (const part of ended) this.#end(part);
    this.#parts = this.#parts.filter((part) => !ended.includes(part));
    if (this.#parts.length === 0) this.#statusWithoutParts = { state: "live", provenAtMs: this.#options.nowMs() };
    this.#report();
    this.#settle();
  }

  #begin(part: PodPartition, worker: number, statusUntilLive: SourceStatus | undefined): void {
    const partWatch = new PartitionWatch(part, worker, ++this.#watches, statusUntilLive);
    this.#parts.push(partWatch);
    this.#send(partWatch);
  }

  #send({ part, worker, watch }: PartitionWatch): void {
    this.#pool.send(worker, { kind: "watch", watch, part });
  }

  #end(part: PartitionWatch): void {
    this.#pool.sendAll({ kind: "end", watch: part.watch });
    for (const watch of [part.watch, ...part.replaces]) if (this.#pods.countOf(watch) > 0) this.#endedWatches.add(watch);
    this.#countsOfEnded = sumCounters(this.#countsOfEnded, part.counts);
  }

  #receive(message: PoolMessage): void {
    const { sink } = this.#options;
    if (message.kind === "problem") return sink.problem(message.text);
    const part = this.#parts.find(({ watch }) => watch === message.watch);
    if (message.kind === "batch") return this.#takeBatch(message, part);
    if (part === undefined) return;
    switch (message.kind) {
      case "status": {
        const missedFromMs = part.takeStatus(message.status);
        if (missedFromMs !== undefined) this.#missed(missedFromMs);
        this.#report();
        return this.#settle();
      }
      case "pulse":
        return part.takePulse(message.provenAtMs, message.counts);
      case "synced":
        return this.#read(part);
      case "gap":
        this.#missed(message.fromMs);
        return this.#report();
      case "strayed":
        if (this.#parting !== "by shards") return;
        return this.#repartition(this.#byNamespaces("The API server takes no notice of its shards any more"));
      default:
        return assertNever(message);
    }
  }

  #takeBatch({ watch, read }: Extract<PoolMessage, { kind: "batch" }>, part: PartitionWatch | undefined): void {
    if (part === undefined) return read(DISCARD);
    const { sink } = this.#options;
    let hasDropped = false;
    read({
      put: (pod) => {
        this.#pods.put(pod.uid, watch);
        this.#leftOut.remove(pod.uid);
        try {
          sink.put(pod);
        } catch (cause) {
          // An error with one pod must not affect the others.
          this.#leaveOut(pod, cause);
        }
      },
      drop: (uid) => {
        if (!this.#pods.drop(uid, watch)) return;
        hasDropped = true;
        this.#leftOut.remove(uid);
        sink.drop(uid);
      },
    });
    sink.changed();
    if (hasDropped && this.#parting === "by namespaces") this.#endNamespaces();
  }

  /** Reports that the consumer rejected a pod, which it noticed late. */
  failed(pod: ObjectIdentity, cause: unknown): void {
    this.#leaveOut(pod, cause);
    this.#report();
  }

  #leaveOut({ uid, namespace, name }: ObjectIdentity, cause: unknown): void {
    const problem = `pods ${namespace}/${name} could not be taken in: ${errorMessage(cause)}`;
    this.#leftOut.add(uid, problem);
    this.#options.sink.problem(problem);
  }

  /** Call when a part is read completely: earlier pods that were not reported again are gone. */
  #read(part: PartitionWatch): void {
    part.isRead = true;
    part.isSettled = true;
    this.#dropAllOf(part.replaces);
    this.#settle(true);
    this.#endNamespaces();
  }

  #settle(isReadAgain = false): void {
    const { sink } = this.#options;
    if (this.#parting === "not yet") return;
    if (this.#parts.every(({ isRead }) => isRead)) {
      this.#dropAllOf(this.#endedWatches);
      const isFirst = !this.#wasRead;
      this.#wasRead = true;
      if (this.#parts.length === 0 && this.#statusWithoutParts.state === "syncing")
        this.#statusWithoutParts = { state: "live", provenAtMs: this.#options.nowMs() };
      if (isFirst || isReadAgain) sink.synced();
    }
    if (this.#parts.every(({ isSettled }) => isSettled)) {
      sink.settled();
      this.#onSettled();
    }
  }

  #dropAllOf(watches: Set<number>): void {
    const { sink } = this.#options;
    const dropped = this.#pods.dropAllOf(watches);
    watches.clear();
    for (const uid of dropped) {
      this.#leftOut.remove(uid);
      sink.drop(uid);
    }
    if (dropped.length > 0) sink.changed();
  }

  #missed(fromMs: number): void {
    this.#gapFromMs = Math.min(this.#gapFromMs ?? fromMs, fromMs);
  }

  /** Reports a changed status. Reports gaps once all parts are back, because several parts lose the server at
   *  once. */
  #report(): void {
    const { sink } = this.#options;
    const { status } = this;
    const { provenAtMs: _, ...rest } = status;
    const text = JSON.stringify(rest);
    if (text !== this.#lastReported) {
      this.#lastReported = text;
      sink.status(status);
    }
    const isBack = this.#parts.every(({ status: { state } }) => state !== "retrying" && state !== "stale");
    if (this.#gapFromMs === undefined || !isBack) return;
    const fromMs = this.#gapFromMs;
    this.#gapFromMs = undefined;
    sink.gap(fromMs);
  }
}
