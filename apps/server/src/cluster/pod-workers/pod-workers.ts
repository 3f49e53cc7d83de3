import type { UidWords } from "@daemonscope/daemonset/model/uid-slots";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { assertNever } from "@daemonscope/kube/assert-never";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/shared/source-status";
import type { Timers } from "../../clock.ts";
import type { Authorize } from "../exchange.ts";
import { KubeRequestError } from "../kube-request-error.ts";
import { LeftOutObjects } from "../left-out-objects.ts";
import { backoffMs, type Pace, pause } from "../pace.ts";
import type { Pressure } from "../pressure.ts";
import type { ReflectorCounts } from "../reflector.ts";
import type { Transport } from "../transport.ts";
import type { Turnstile } from "../turnstile.ts";
import { assignNamespaces } from "./assign-namespaces.ts";
import { DaemonNamespaces } from "./daemon-namespaces.ts";
import { HeldPods } from "./held-pods.ts";
import { mergedStatus } from "./merged-status.ts";
import { NO_COUNTS, PartWatch, sumOf } from "./part-watch.ts";
import type { PodPart } from "./pod-part.ts";
import type { StartWorker } from "./pod-thread.ts";
import { givesShards } from "./probe-shards.ts";
import { type PoolMessage, WorkerPool } from "./worker-pool.ts";

/** What is asked for: how many threads, and with what they may ask. */
export interface PodWorkersChoice {
  readonly count: number;
  readonly start: StartWorker;
  readonly authorize: Authorize;
  /** As the transport has it. */
  readonly requestTimeoutMs: number | undefined;
}

export interface PodWorkersSink {
  put(pod: PodFacts): void;
  drop(uid: string): void;
  /** Something was put or dropped: once for many. */
  changed(): void;
  status(status: SourceStatus): void;
  problem(text: string): void;
  /** All pods are read whole, for the first time or again. */
  synced(): void;
  /** Each part is read whole, or may not be read. */
  settled(): void;
  gap(fromMs: number): void;
}

export interface PodWorkersOptions extends PodWorkersChoice {
  readonly transport: Transport;
  readonly pace: Pace;
  readonly timers: Timers;
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly listTurn: Turnstile;
  /** Where the sink keeps the uids of pods. */
  readonly uids?: UidWords | undefined;
  /** What waits for the sink: where it is too much, workers send no more. */
  readonly pressure?: Pressure | undefined;
  readonly sink: PodWorkersSink;
}

/** How the pods are parted. */
type Parting = "not yet" | "by shards" | "by namespaces" | "not at all";

/** Nobody hears what a watch tells that is over. */
const UNHEARD = { put: () => undefined, drop: () => undefined };

/** Keeps pods in step with the API server as one reflector does, in parts, each watched by one of several threads: by the server's shards where it gives them, else by the
 *  namespaces that have DaemonSets.
 *
 *  Assumptions: a pod stays in its namespace, and a uid in its shard. A worker tells of each watch in the order in which it happened.
 *  Invariants: no pod is in two parts, so that its order is that of one watch; of a watch that is over nothing is heard; what its end left unsaid is dropped once whatever came in
 *  its place is read whole, and never before; the status is the worst of its parts; all is read once each part is.
 *  A part stays with its worker: it never moves while that runs. */
export class PodWorkers {
  readonly #options: PodWorkersOptions;
  readonly #pool: WorkerPool;
  readonly #held: HeldPods;
  readonly #namespaces = new DaemonNamespaces();
  readonly #leftOut = new LeftOutObjects();
  #daemonSets: "unread" | "read" | "forbidden" = "unread";
  #parting: Parting = "not yet";
  #parts: PartWatch[] = [];
  /** Watches of another parting: what they told of is dropped once this one is read whole. */
  readonly #left = new Set<number>();
  #watches = 0;
  /** How it stands where there is no part. */
  #own: SourceStatus = { state: "syncing" };
  #said = "";
  #wasRead = false;
  #gapFromMs: number | undefined;
  #countsOfEnded = NO_COUNTS;
  #onSettled: () => void = () => undefined;
  #onDaemonSets: () => void = () => undefined;
  #wake: AbortController | undefined;

  constructor(options: PodWorkersOptions) {
    this.#options = options;
    this.#held = new HeldPods(options.uids);
    this.#pool = new WorkerPool({
      ...options,
      server: options.transport.server,
      onStarted: (at) => {
        for (const part of this.#parts) if (part.worker === at) this.#send(part);
      },
      onEnded: (at, why) => {
        for (const part of this.#parts) if (part.worker === at) part.lost(++this.#watches, why);
        options.sink.problem(`A worker that reads pods ended: ${why}; it is started again`);
        this.#say();
      },
      onMessage: (message) => this.#hear(message),
    });
  }

  get status(): SourceStatus {
    const status = mergedStatus(this.#parts.map((part) => part.status)) ?? this.#own;
    const ours = this.#leftOut.summary();
    if (ours === undefined) return status;
    return { ...status, leftOut: { count: ours.count + (status.leftOut?.count ?? 0), first: status.leftOut?.first ?? ours.first } };
  }

  get counts(): ReflectorCounts {
    return this.#parts.reduce((sum, { counts }) => sumOf(sum, counts), this.#countsOfEnded);
  }

  /** How many pods are held to be there. */
  get size(): number {
    return this.#held.size;
  }

  probed(alive: boolean, detail: string): void {
    if (this.#parts.length === 0 && this.#parting === "by namespaces")
      this.#own = alive
        ? { state: "live", provenAtMs: this.#options.nowMs() }
        : { ...this.#own, state: this.#own.provenAtMs === undefined ? "retrying" : "stale", detail };
    this.#pool.sendAll({ kind: "probed", alive, detail });
    this.#say();
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

  /** All DaemonSets were put, or may not be read. */
  daemonSetsSettled(how: "read" | "forbidden"): void {
    if (this.#daemonSets === "read" || this.#daemonSets === how) return;
    this.#daemonSets = how;
    this.#onDaemonSets();
    if (how === "read" && this.#parting === "not at all") this.#partAnew("by namespaces");
  }

  /** Watches until the signal ends it. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = new Promise<void>((done) => {
      if (signal.aborted) done();
      else signal.addEventListener("abort", () => done(), { once: true });
    });
    const settled = new Promise<void>((done) => {
      this.#onSettled = done;
    });
    // One turn for all of its parts: how many of them list at once is what the workers are for.
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

  /** Undefined where it ended before there was an answer. */
  async #asksForShards(signal: AbortSignal): Promise<boolean | undefined> {
    const { transport, pace, timers, random } = this.#options;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        return await givesShards(transport, pace, timers, signal);
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        if (signal.aborted) return undefined;
        this.#own = { state: "retrying", detail: error.message };
        this.#say();
        this.#wake = new AbortController();
        const end = () => this.#wake?.abort();
        signal.addEventListener("abort", end);
        await pause(Math.max(backoffMs(pace, failures, random), error.retryAfterMs ?? 0), this.#wake.signal, timers);
        signal.removeEventListener("abort", end);
        this.#wake = undefined;
        this.#own = { state: "syncing" };
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

  /** How pods are parted where there are no shards, and says so. */
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

  #part(parting: Parting, instead?: SourceStatus): void {
    const { count } = this.#options;
    this.#parting = parting;
    switch (parting) {
      case "by shards":
        for (let at = 0; at < count; at++) this.#begin({ kind: "shard", at, of: count }, at, instead);
        break;
      case "by namespaces":
        this.#beginNamespaces(instead);
        break;
      case "not at all":
        this.#begin({ kind: "whole" }, 0, instead);
        break;
      case "not yet":
        return;
      default:
        assertNever(parting);
    }
    this.#say();
    this.#settle();
  }

  /** All parts end and others take their place; what was told of stays until those are read. */
  #partAnew(parting: Parting): void {
    const { provenAtMs } = this.status;
    for (const part of this.#parts) this.#end(part);
    this.#parts = [];
    this.#part(parting, {
      state: provenAtMs === undefined ? "syncing" : "stale",
      detail: "pods are parted anew, and listed again",
      ...(provenAtMs === undefined ? {} : { provenAtMs }),
    });
  }

  /** A part for each namespace that has none. */
  #beginNamespaces(instead?: SourceStatus): void {
    const { count, nowMs } = this.#options;
    const loads = Array.from({ length: count }, () => 0);
    const known = new Set<string>();
    const expected = new Map(this.#namespaces.all().map(({ namespace, pods }) => [namespace, pods]));
    for (const { part, worker, watch } of this.#parts) {
      if (part.kind !== "namespace") continue;
      known.add(part.namespace);
      loads[worker] = (loads[worker] ?? 0) + Math.max(this.#held.countOf(watch), expected.get(part.namespace) ?? 0) + 1;
    }
    const fresh = this.#namespaces.all().filter(({ namespace }) => !known.has(namespace));
    // A namespace that comes later has hardly a pod: the source is not said to be unread for its sake.
    const status = instead ?? (this.#wasRead ? { state: "live" as const, provenAtMs: nowMs() } : undefined);
    for (const [namespace, worker] of assignNamespaces(fresh, loads)) this.#begin({ kind: "namespace", namespace }, worker, status);
  }

  /** A namespace without DaemonSets is watched until its last pod is gone. */
  #endNamespaces(): void {
    const isOver = ({ part, watch, isRead }: PartWatch) =>
      part.kind === "namespace" && isRead && !this.#namespaces.has(part.namespace) && this.#held.countOf(watch) === 0;
    const over = this.#parts.filter(isOver);
    if (over.length === 0) return;
    for (const part of over) this.#end(part);
    this.#parts = this.#parts.filter((part) => !over.includes(part));
    if (this.#parts.length === 0) this.#own = { state: "live", provenAtMs: this.#options.nowMs() };
    this.#say();
    this.#settle();
  }

  #begin(part: PodPart, worker: number, instead: SourceStatus | undefined): void {
    const begun = new PartWatch(part, worker, ++this.#watches, instead);
    this.#parts.push(begun);
    this.#send(begun);
  }

  #send({ part, worker, watch }: PartWatch): void {
    this.#pool.send(worker, { kind: "watch", watch, part });
  }

  #end(part: PartWatch): void {
    this.#pool.sendAll({ kind: "end", watch: part.watch });
    for (const watch of [part.watch, ...part.replaces]) if (this.#held.countOf(watch) > 0) this.#left.add(watch);
    this.#countsOfEnded = sumOf(this.#countsOfEnded, part.counts);
  }

  #hear(message: PoolMessage): void {
    const { sink } = this.#options;
    if (message.kind === "problem") return sink.problem(message.text);
    const part = this.#parts.find(({ watch }) => watch === message.watch);
    if (message.kind === "batch") return this.#takeBatch(message, part);
    if (part === undefined) return;
    switch (message.kind) {
      case "status": {
        const missedFromMs = part.told(message.status);
        if (missedFromMs !== undefined) this.#missed(missedFromMs);
        this.#say();
        return this.#settle();
      }
      case "pulse":
        return part.heard(message.provenAtMs, message.counts);
      case "synced":
        return this.#read(part);
      case "gap":
        this.#missed(message.fromMs);
        return this.#say();
      case "strayed":
        if (this.#parting !== "by shards") return;
        return this.#partAnew(this.#byNamespaces("The API server takes no notice of its shards any more"));
      default:
        return assertNever(message);
    }
  }

  #takeBatch({ watch, read }: Extract<PoolMessage, { kind: "batch" }>, part: PartWatch | undefined): void {
    if (part === undefined) return read(UNHEARD);
    const { sink } = this.#options;
    let hasDropped = false;
    read({
      put: (pod) => {
        this.#held.put(pod.uid, watch);
        this.#leftOut.remove(pod.uid);
        try {
          sink.put(pod);
        } catch (cause) {
          // A bug of ours with one pod must not cost the others.
          this.#leaveOut(pod, cause);
        }
      },
      drop: (uid) => {
        if (!this.#held.drop(uid, watch)) return;
        hasDropped = true;
        this.#leftOut.remove(uid);
        sink.drop(uid);
      },
    });
    sink.changed();
    if (hasDropped && this.#parting === "by namespaces") this.#endNamespaces();
  }

  /** What it put could not be taken in, as whoever took it found later. */
  failed(pod: PodFacts, cause: unknown): void {
    this.#leaveOut(pod, cause);
    this.#say();
  }

  #leaveOut({ uid, namespace, name }: PodFacts, cause: unknown): void {
    const problem = `pods ${namespace}/${name} could not be taken in: ${cause instanceof Error ? cause.message : String(cause)}`;
    this.#leftOut.add(uid, problem);
    this.#options.sink.problem(problem);
  }

  /** A part is read whole: what came before it and was not told of again is gone. */
  #read(part: PartWatch): void {
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
      this.#dropAllOf(this.#left);
      const isFirst = !this.#wasRead;
      this.#wasRead = true;
      if (this.#parts.length === 0 && this.#own.state === "syncing") this.#own = { state: "live", provenAtMs: this.#options.nowMs() };
      if (isFirst || isReadAgain) sink.synced();
    }
    if (this.#parts.every(({ isSettled }) => isSettled)) {
      sink.settled();
      this.#onSettled();
    }
  }

  #dropAllOf(watches: Set<number>): void {
    const { sink } = this.#options;
    const gone = this.#held.dropAllOf(watches);
    watches.clear();
    for (const uid of gone) {
      this.#leftOut.remove(uid);
      sink.drop(uid);
    }
    if (gone.length > 0) sink.changed();
  }

  #missed(fromMs: number): void {
    this.#gapFromMs = Math.min(this.#gapFromMs ?? fromMs, fromMs);
  }

  /** Says how the source stands, where that is news, and of gaps once all of it is back: several parts lost it at once. */
  #say(): void {
    const { sink } = this.#options;
    const { status } = this;
    const { provenAtMs: _, ...told } = status;
    const text = JSON.stringify(told);
    if (text !== this.#said) {
      this.#said = text;
      sink.status(status);
    }
    const isBack = this.#parts.every(({ status: { state } }) => state !== "retrying" && state !== "stale");
    if (this.#gapFromMs === undefined || !isBack) return;
    const fromMs = this.#gapFromMs;
    this.#gapFromMs = undefined;
    sink.gap(fromMs);
  }
}
