import { type ClusterEvent, isInNamespace } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import {
  REQUIRED_SOURCES_OF_PAGE,
  SOURCES,
  type SourceName,
  type SourceStatus,
  type SourceStatuses,
} from "@daemonscope/kube/source-status";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";
import { RETRY_POLICY, sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import { applyObserved } from "../../feed/event-observer.ts";
import { EventQueue, reportDeferredFailure } from "../../feed/event-queue.ts";
import { LiveFrames } from "../../frames/live-frames.ts";
import { headerOf, type LogHeader } from "../../history/log/log-entry.ts";
import { LogWriter } from "../../history/log/log-writer.ts";
import type { LogReplayer } from "../../history/replay/log-replayer.ts";
import { type FlushedLog, startFlushing } from "../../history/storage/start-flushing.ts";
import { runDetached } from "../../platform/run-detached.ts";
import { type ClusterWatch, startClusterWatch } from "../../watch/cluster-watch.ts";
import type { PodWorkersSettings } from "../../watch/fast/pod-workers/pod-workers.ts";
import { type EventLogStream, FencedError } from "../stream/event-log-stream.ts";
import { type SegmentSummary, StreamBlockStore } from "../stream/stream-block-store.ts";
import { WRITER_HEARTBEAT_MS, type WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import { HandoverReconciler } from "./handover-reconciler.ts";
import { maintainCheckpoints } from "./maintain-checkpoints.ts";

/** A watched cluster, and the stream for its log. */
export interface CollectorPlan {
  readonly stream: EventLogStream;
  readonly sendHeartbeat: (heartbeat: WriterHeartbeat) => void;
  readonly transport: Transport;
  readonly identity: ClusterIdentity;
  readonly clock: ClusterClock;
  readonly gates: MatchingGates;
  readonly namespace: string | undefined;
  readonly keepTemplate?: TemplateRedactor;
  /** Absent: pods are read like all other kinds. */
  readonly podWorkers?: PodWorkersSettings | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly random: () => number;
  /** Returns a new name each time: random, lower-case letters and digits. */
  readonly newName: () => string;
  readonly onProblem: (text: string) => void;
}

/** The point at which a writer continues. */
export interface Takeover {
  readonly run: string;
  readonly claimSeq: number;
  /** The state at the end of the log; undefined for a new log. */
  readonly player: LogReplayer | undefined;
  /** Timeline events that the previous writer has not published. */
  readonly pendingEvents?: { readonly fromMs: number; readonly summary: SegmentSummary };
}

/** Heartbeats report a message that the engine has not stored within this time. */
const UNKEPT_MS = 750;
/** Longest time that a closing writer waits until the rest of the log is stored. */
const CLOSE_TIMEOUT_MS = 3000;

/**
 * Watches a cluster and writes its log to a stream, from a claim on. After a takeover the log begins with a checkpoint
 * of the state at the claim. The first tick follows when all first lists are read: frames continue in the same epoch,
 * and followers miss nothing. A takeover of a large cluster takes seconds, and heartbeats are sent meanwhile.
 */
export class CollectorSession {
  readonly #plan: CollectorPlan;
  readonly #takeover: Takeover;
  readonly #model: ClusterModel;
  readonly #header: LogHeader;
  readonly #writer: LogWriter;
  readonly #live: LiveFrames;
  readonly #queue = new EventQueue();
  readonly #begun: Promise<void>;
  #watch: ClusterWatch | undefined;
  #flushed: FlushedLog | undefined;
  readonly #end = new AbortController();
  /** The statuses in the state at the takeover; those of an empty state for a new log. */
  readonly #before: SourceStatuses;
  #isTicking: boolean;
  #isClosed = false;
  #isFlushing = false;
  #heartbeatTimer: { cancel(): void } | undefined;

  /**
   * `onOver`: writing has ended. `fenced`: another process writes. `refused`: the engine rejected a block, or accepted
   * nothing until the retry limit. Unwritten data was dropped.
   */
  constructor(plan: CollectorPlan, takeover: Takeover, onOver: (why: "fenced" | "refused") => void) {
    const { stream, identity, clock, gates, newName, onProblem, timers } = plan;
    const { player, run, claimSeq, pendingEvents } = takeover;
    this.#plan = plan;
    this.#takeover = takeover;
    this.#model = player?.model ?? new ClusterModel({ nowMs: clock.nowMs(), gates, unread: MODEL_SOURCES });
    this.#header = player?.header ?? headerOf({ log: newName(), cluster: identity, gates });
    this.#before = player?.state.sources ?? emptyState(this.#header.log, identity, clock.nowMs()).sources;
    this.#isTicking = player === undefined;
    const store = new StreamBlockStore(stream, run, claimSeq, pendingEvents);
    this.#writer = new LogWriter({
      header: this.#header,
      model: this.#model,
      store,
      // Readers read from the stream.
      maxBytes: 0,
      beginsAtOnce: player !== undefined,
      onBroken(error) {
        const isFenced = error instanceof FencedError;
        if (!isFenced) onProblem(`the stream no longer accepts data: ${errorMessage(error)}`);
        onOver(isFenced ? "fenced" : "refused");
      },
    });
    this.#live = this.#framesOf(player);
    this.#sendHeartbeat();
    this.#begun = player === undefined ? Promise.resolve(this.#beginWatch(undefined)) : this.#takeOver(player);
    runDetached(this.#begun);
    const checkpoint = () => {
      this.#writer.checkpointNext();
      if (this.#isTicking) this.#live.wake();
    };
    runDetached(maintainCheckpoints({ stream, timers, wholeSeq: () => store.wholeSeq, checkpoint, onProblem }, this.#end.signal));
  }

  /** Adds marks of events that no watch reports. Drops them before the first tick. */
  addMarks(marks: readonly TimelineMark[]): void {
    if (this.#isTicking) this.#live.addMarks(marks);
  }

  /** Writes the rest of the log if this session is still the writer, and stops. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end.abort();
    this.#heartbeatTimer?.cancel();
    await this.#begun;
    const timeout = new AbortController();
    await Promise.race([this.#flushed?.end(), sleep(CLOSE_TIMEOUT_MS, timeout.signal, this.#plan.timers)]);
    timeout.abort();
    this.#live.close("the collector stops");
    await this.#watch?.close();
  }

  #framesOf(player: LogReplayer | undefined): LiveFrames {
    const { clock, timers, random, wallNowMs } = this.#plan;
    return new LiveFrames({
      model: this.#model,
      identity: this.#header.cluster,
      epoch: this.#header.log,
      clock,
      statuses: () => this.#statuses(),
      ...(player === undefined ? {} : { begin: player.state }),
      build: "",
      timers,
      random,
      wallNowMs,
      queue: this.#queue,
      tap: {
        ticked: (tick, later) => {
          this.#writer.ticked(tick, later);
          this.#flushSoon();
        },
        beganMarks: (nowMs) => this.#writer.beganMarks(nowMs),
        hashed: (seq, hash) => this.#writer.hashed(seq, hash),
      },
    });
  }

  /** Continues from the state of another writer's log, then starts the watch. Ends early if the session is closed. */
  async #takeOver(player: LogReplayer): Promise<void> {
    const parts = this.#takeOverInParts(player);
    const isClosed = () => this.#isClosed;
    function* untilClosed(): Generator<undefined, HandoverReconciler | undefined> {
      for (;;) {
        const { done, value } = parts.next();
        if (done) return value;
        if (isClosed()) return undefined;
        yield;
      }
    }
    const reconciler = await drainInSlices(untilClosed(), this.#plan.timers);
    if (reconciler !== undefined && !this.#isClosed) this.#beginWatch(reconciler);
  }

  /**
   * Writes the state at the takeover as the first checkpoint. Before that it builds the pods, which the replayed log's
   * checkpoint has in packed form.
   */
  *#takeOverInParts({ state }: LogReplayer): Generator<undefined, HandoverReconciler> {
    const model = this.#model;
    const reconciler = yield* HandoverReconciler.of(model, this.#writer);
    const later: Generator<undefined, void>[] = [];
    const tick = { atMs: state.at, nowMs: model.reading.nowMs, sources: undefined, gaps: [], frame: undefined, state };
    this.#writer.ticked({ ...tick, nextWakeAtMs: model.nextWakeAtMs() }, (parts) => later.push(parts));
    for (const parts of later) yield* parts;
    this.#flushSoon();
    return reconciler;
  }

  #beginWatch(reconciler: HandoverReconciler | undefined): void {
    const watch = this.#startWatch(reconciler);
    this.#watch = watch;
    this.#flushed = startFlushing(this.#writer, this.#live, this.#plan.timers);
    runDetached(watch.synced.then(() => this.#begin(watch)));
  }

  #startWatch(reconciler: HandoverReconciler | undefined): ClusterWatch {
    const { transport, namespace, clock, keepTemplate, podWorkers, wallNowMs, random, onProblem } = this.#plan;
    const model = this.#model;
    const tap = reconciler ?? this.#writer;
    const wake = () => {
      if (this.#isTicking) this.#live.wake();
    };
    const queue = this.#queue;
    const deliver = (event: ClusterEvent, nowMs: number) => {
      applyObserved(model, event, nowMs, tap);
      if (event.do !== "read") return;
      reconciler?.dropUnlisted(model.reading.nowMs, event.source);
      wake();
    };
    queue.connect(deliver, (failure) => reportDeferredFailure(failure, watch, onProblem));
    const watch = startClusterWatch({
      transport,
      emit: (event) => {
        if (isInNamespace(event, namespace)) queue.push(event, clock.nowMs());
      },
      known: model.reading,
      pressure: queue.pressure,
      pace: RETRY_POLICY,
      ...(keepTemplate === undefined ? {} : { keepTemplate }),
      ...(podWorkers === undefined ? {} : { podWorkers }),
      nowMs: wallNowMs,
      random,
      onChange: wake,
      onRead: (source) => {
        if (isModelSource(source)) queue.push({ do: "read", source }, clock.nowMs());
        else wake();
      },
      onStatus: wake,
      onGap: (source, fromMs) => {
        if (this.#isTicking) this.#live.addGap(source, fromMs);
      },
      onProblem,
      onVersion: () => undefined,
    });
    return watch;
  }

  /** Called when the first lists are read. */
  async #begin(watch: ClusterWatch): Promise<void> {
    if (this.#isClosed) return;
    this.#isTicking = true;
    if (this.#takeover.player === undefined) await this.#live.settled();
    if (this.#isClosed) return;
    const isRead = REQUIRED_SOURCES_OF_PAGE.every((source) => watch.statuses()[source].state !== "syncing");
    if (this.#takeover.player === undefined && isRead) this.#live.beginMarks();
    else this.#live.wake();
  }

  /** Returns the status of each source. After a takeover it is the last writer's until the source is read again. */
  #statuses(): SourceStatuses {
    const { clock, wallNowMs } = this.#plan;
    const current = this.#watch?.statuses();
    const statusOf = (name: SourceName): SourceStatus => {
      const status = current?.[name];
      if (status !== undefined && (this.#takeover.player === undefined || status.state !== "syncing")) return status;
      const { provenAtMs, ...old } = this.#before[name];
      return { ...old, ...(provenAtMs === undefined ? {} : { provenAtMs: wallNowMs() - (clock.nowMs() - provenAtMs) }) };
    };
    return Object.fromEntries(SOURCES.map((name) => [name, statusOf(name)])) as unknown as SourceStatuses;
  }

  /**
   * Stores the inputs of a tick as soon as the blocks before them are stored. With a slow engine, several ticks share a
   * block.
   */
  #flushSoon(): void {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    runDetached(
      this.#writer.flush().then(() => {
        this.#isFlushing = false;
        if (this.#writer.openText !== "") this.#flushSoon();
      }),
    );
  }

  /**
   * Returns how long the engine has not stored a message, and why; nothing below `UNKEPT_MS`. Data that is still being
   * compressed does not count.
   */
  #unkept(): Pick<WriterHeartbeat, "unkept"> {
    const waiting = this.#plan.stream.waiting();
    return waiting === undefined || waiting.forMs < UNKEPT_MS ? {} : { unkept: waiting };
  }

  /** Sends a heartbeat now and then periodically, from the claim on: otherwise a standby would take over during the
   *  first lists. */
  #sendHeartbeat(): void {
    const { timers, sendHeartbeat, clock } = this.#plan;
    const { log } = this.#live;
    sendHeartbeat({
      run: this.#takeover.run,
      seq: log.state.seq,
      hash: log.hash(),
      atMs: clock.nowMs(),
      clockRate: clock.rate,
      sources: this.#live.sources(),
      ...this.#unkept(),
    });
    this.#heartbeatTimer = timers.after(WRITER_HEARTBEAT_MS, () => this.#sendHeartbeat());
  }
}
