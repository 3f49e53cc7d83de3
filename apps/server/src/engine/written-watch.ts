import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import { emptyState } from "@daemonscope/shared/empty-state";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import { NEEDED_SOURCES, SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import { background } from "../background.ts";
import type { ClusterClock, Timers } from "../clock.ts";
import { type ClusterWatch, startClusterWatch } from "../cluster/cluster-watch.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import { PACE, pause } from "../cluster/pace.ts";
import type { PodWorkersChoice } from "../cluster/pod-workers/pod-workers.ts";
import type { Transport } from "../cluster/transport.ts";
import { gatedConsumer } from "../frames/gated-consumer.ts";
import { inTurns } from "../frames/in-turns.ts";
import { InputGate } from "../frames/input-gate.ts";
import { LiveFrames } from "../frames/live-frames.ts";
import { sayLate } from "../frames/say-late.ts";
import { headerOf, type LogHeader } from "../log/entry.ts";
import { type FlushedLog, flushedLog } from "../log/flushed-log.ts";
import { tellModel } from "../log/input.ts";
import type { LogPlayer } from "../log/log-player.ts";
import { LogWriter } from "../log/log-writer.ts";
import { modelConsumer } from "../log/model-consumer.ts";
import { BEAT_MS, type Beat } from "./beat.ts";
import { keepStartable } from "./keep-startable.ts";
import { Fenced, type LogStream } from "./log-stream.ts";
import { StreamStore, type ToldWord } from "./stream-store.ts";
import { TakenOverObjects } from "./taken-over-objects.ts";

/** A cluster that is watched, and the stream that its log goes into. */
export interface WrittenPlan {
  readonly stream: LogStream;
  readonly tellBeat: (beat: Beat) => void;
  readonly transport: Transport;
  readonly identity: ClusterIdentity;
  readonly clock: ClusterClock;
  readonly gates: MatchingGates;
  readonly namespace: string | undefined;
  readonly keepTemplate?: KeepTemplate;
  /** Absent: pods are read as all else is. */
  readonly podWorkers?: PodWorkersChoice | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly random: () => number;
  /** Another name each time: random, lower-case letters and digits. */
  readonly newName: () => string;
  readonly onProblem: (text: string) => void;
}

/** Where a writer goes on. */
export interface Takeover {
  readonly run: string;
  readonly claimSeq: number;
  /** What the log had led to; undefined for one that begins. */
  readonly player: LogPlayer | undefined;
  readonly untold?: { readonly fromMs: number; readonly word: ToldWord };
}

/** How long the engine may take for a message before it is said. */
const UNKEPT_MS = 750;
/** How long who ends waits for what is left to be kept. */
const LAST_MS = 3000;

/** Watches a cluster and writes its log into a stream, from a claim on. One that goes on from another's log begins with a checkpoint of the very state that the claim led to; what the first lists then bring is told in the log and ticked
 *  once, when all of them are read: so frames go on in the same epoch, and who follows misses nothing. To take over what another's log held takes seconds of a large cluster; it tells its beats meanwhile, by which who stands by knows that somebody writes. */
export class WrittenWatch {
  readonly #plan: WrittenPlan;
  readonly #takeover: Takeover;
  readonly #model: ClusterModel;
  readonly #header: LogHeader;
  readonly #writer: LogWriter;
  readonly #live: LiveFrames;
  readonly #gate = new InputGate();
  readonly #begun: Promise<void>;
  #watch: ClusterWatch | undefined;
  #flushed: FlushedLog | undefined;
  readonly #end = new AbortController();
  /** What those who follow were told last by another writer. */
  readonly #before: SourceStatuses;
  #isTicking: boolean;
  #isClosed = false;
  #isFlushing = false;
  #beat: { cancel(): void } | undefined;

  /** `onOver`: nothing more is written, because another writes, or the engine took nothing for so long that what was told meanwhile was let go of. */
  constructor(plan: WrittenPlan, takeover: Takeover, onOver: (why: "fenced" | "refused") => void) {
    const { stream, identity, clock, gates, newName, onProblem, timers } = plan;
    const { player, run, claimSeq, untold } = takeover;
    this.#plan = plan;
    this.#takeover = takeover;
    this.#model = player?.model ?? new ClusterModel({ nowMs: clock.nowMs(), gates, unread: MODEL_SOURCES });
    this.#header = player?.header ?? headerOf({ log: newName(), cluster: identity, gates });
    this.#before = player?.state.sources ?? emptyState(this.#header.log, identity, clock.nowMs()).sources;
    this.#isTicking = player === undefined;
    const store = new StreamStore(stream, run, claimSeq, untold);
    this.#writer = new LogWriter({
      header: this.#header,
      model: this.#model,
      store,
      // Who reads, reads the stream.
      maxBytes: 0,
      beginsAtOnce: player !== undefined,
      onBroken(error) {
        const isFenced = error instanceof Fenced;
        if (!isFenced) onProblem(`the stream takes no more: ${error instanceof Error ? error.message : String(error)}`);
        onOver(isFenced ? "fenced" : "refused");
      },
    });
    this.#live = this.#framesOf(player);
    this.#tellBeat();
    this.#begun = player === undefined ? Promise.resolve(this.#beginWatch(undefined)) : this.#takeOver(player);
    background(this.#begun);
    const checkpoint = () => {
      this.#writer.checkpointNext();
      if (this.#isTicking) this.#live.wake();
    };
    background(keepStartable({ stream, timers, wholeSeq: () => store.wholeSeq, checkpoint, onProblem }, this.#end.signal));
  }

  /** Happened just now, and no watch tells of it. */
  addMarks(marks: readonly Mark[]): void {
    if (this.#isTicking) this.#live.addMarks(marks);
  }

  /** Writes what is left, where it is still the writer and the engine takes it soon. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end.abort();
    this.#beat?.cancel();
    await this.#begun;
    const left = new AbortController();
    await Promise.race([this.#flushed?.end(), pause(LAST_MS, left.signal, this.#plan.timers)]);
    left.abort();
    this.#live.close("the collector stops");
    await this.#watch?.close();
  }

  #framesOf(player: LogPlayer | undefined): LiveFrames {
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
      gate: this.#gate,
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

  /** Goes on from what another's log had led to, when all of it is at hand; ends early where it is closed. */
  async #takeOver(player: LogPlayer): Promise<void> {
    const parts = this.#takeOverInParts(player);
    const isClosed = () => this.#isClosed;
    function* untilClosed(): Generator<undefined, TakenOverObjects | undefined> {
      for (;;) {
        const { done, value } = parts.next();
        if (done) return value;
        if (isClosed()) return undefined;
        yield;
      }
    }
    const held = await inTurns(untilClosed(), this.#plan.timers);
    if (held !== undefined && !this.#isClosed) this.#beginWatch(held);
  }

  /** The state that all who follow have is the first checkpoint: what is told from here on is in the log. Pods are made first, which the log's checkpoint has packed. */
  *#takeOverInParts({ state }: LogPlayer): Generator<undefined, TakenOverObjects> {
    const model = this.#model;
    const held = yield* TakenOverObjects.of(model, this.#writer);
    const later: Generator<undefined, void>[] = [];
    const tick = { atMs: state.at, nowMs: model.reading.nowMs, sources: undefined, gaps: [], frame: undefined, state };
    this.#writer.ticked({ ...tick, nextLookAtMs: model.nextLookAtMs() }, (parts) => later.push(parts));
    for (const parts of later) yield* parts;
    this.#flushSoon();
    return held;
  }

  #beginWatch(held: TakenOverObjects | undefined): void {
    const watch = this.#startWatch(held);
    this.#watch = watch;
    this.#flushed = flushedLog(this.#writer, this.#live, this.#plan.timers);
    background(watch.synced.then(() => this.#begin(watch)));
  }

  #startWatch(held: TakenOverObjects | undefined): ClusterWatch {
    const { transport, namespace, clock, keepTemplate, podWorkers, wallNowMs, random, onProblem } = this.#plan;
    const model = this.#model;
    const tap = held ?? this.#writer;
    const wake = () => {
      if (this.#isTicking) this.#live.wake();
    };
    const consumer = modelConsumer(model, namespace, () => clock.nowMs(), tap);
    const watch = startClusterWatch({
      transport,
      consumer: gatedConsumer(consumer, this.#gate, (failure) => sayLate(failure, watch, onProblem)),
      pressure: this.#gate.pressure,
      pace: PACE,
      ...(keepTemplate === undefined ? {} : { keepTemplate }),
      ...(podWorkers === undefined ? {} : { podWorkers }),
      nowMs: wallNowMs,
      random,
      onChange: wake,
      onRead: (source) =>
        this.#gate.pass(() => {
          if (isModelSource(source)) {
            const input = { do: "read", source } as const;
            tellModel(model, clock.nowMs(), input);
            tap.note(model.reading.nowMs, input);
          }
          held?.dropLeft(model.reading.nowMs, source);
          wake();
        }),
      onStatus: wake,
      onGap: (source, fromMs) => {
        if (this.#isTicking) this.#live.addGap(source, fromMs);
      },
      onProblem,
      onVersion: () => undefined,
    });
    return watch;
  }

  /** The first lists are read. */
  async #begin(watch: ClusterWatch): Promise<void> {
    if (this.#isClosed) return;
    this.#isTicking = true;
    if (this.#takeover.player === undefined) await this.#live.settled();
    if (this.#isClosed) return;
    const isRead = NEEDED_SOURCES.every((source) => watch.statuses()[source].state !== "syncing");
    if (this.#takeover.player === undefined && isRead) this.#live.beginMarks();
    else this.#live.wake();
  }

  /** Until a kind was read again, it is as old as the last writer left it. */
  #statuses(): SourceStatuses {
    const { clock, wallNowMs } = this.#plan;
    const now = this.#watch?.statuses();
    const statusOf = (name: SourceName): SourceStatus => {
      const status = now?.[name];
      if (status !== undefined && (this.#takeover.player === undefined || status.state !== "syncing")) return status;
      const { provenAtMs, ...old } = this.#before[name];
      return { ...old, ...(provenAtMs === undefined ? {} : { provenAtMs: wallNowMs() - (clock.nowMs() - provenAtMs) }) };
    };
    return Object.fromEntries(SOURCES.map((name) => [name, statusOf(name)])) as unknown as SourceStatuses;
  }

  /** What a tick told is in the stream as soon as the blocks before it are: with a slow engine several ticks are one block. */
  #flushSoon(): void {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    background(
      this.#writer.flush().then(() => {
        this.#isFlushing = false;
        if (this.#writer.openText !== "") this.#flushSoon();
      }),
    );
  }

  /** Not what is being compressed: a checkpoint of a large cluster takes its time. */
  #unkept(): Pick<Beat, "unkept"> {
    const waiting = this.#plan.stream.waiting();
    return waiting === undefined || waiting.forMs < UNKEPT_MS ? {} : { unkept: waiting };
  }

  /** From the claim on: who stands by does not take this one's first lists for silence. */
  #tellBeat(): void {
    const { timers, tellBeat, clock } = this.#plan;
    const { log } = this.#live;
    tellBeat({
      run: this.#takeover.run,
      seq: log.state.seq,
      hash: log.hash(),
      atMs: clock.nowMs(),
      clockRate: clock.rate,
      sources: this.#live.sources(),
      ...this.#unkept(),
    });
    this.#beat = timers.after(BEAT_MS, () => this.#tellBeat());
  }
}
