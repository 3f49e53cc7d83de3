import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { inARow } from "@daemonscope/kube/in-a-row";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { emptyState } from "@daemonscope/shared/empty-state";
import { type ClusterIdentity, type Frame, HEARTBEAT_MS, WIRE_SCHEMA } from "@daemonscope/shared/frame";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import type { ClusterClock, Timers } from "../clock.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import { parseCursor } from "./cursor.ts";
import { FrameLog, type RingLimits } from "./frame-log.ts";
import { changedSources, frameOfChanges } from "./frame-of-changes.ts";
import type { InputGate } from "./input-gate.ts";
import { KeyframeCache } from "./keyframe-cache.ts";
import type { Reader, ReaderLimits, StreamForm } from "./reader.ts";
import { Readers } from "./readers.ts";
import { sseMessage, ssePreamble } from "./sse.ts";
import type { StreamOut } from "./stream-out.ts";
import { Ticker, type TickResult } from "./ticker.ts";

/** The shortest time between frames while somebody watches a rollout, and else. */
const ROLLOUT_TICK_MS = 16;
const QUIET_TICK_MS = 50;

/** So long, and so many, pairs are assessed in a row where there are more; the clock is looked at each time that so many are. */
const TURN_MS = 8;
const PAIRS_A_TURN = 4000;
const PAIRS_A_LOOK = 250;
/** What a frame tells at once of a first sync. Counts, which are of all cells, come with the last. */
const FIRST_PART = { mostNodes: 500, mostCells: 5000 };
const GOES_ON: TickResult = { published: false, nextLookAtMs: undefined, goesOn: true };
const NOT_NOW: TickResult = { published: false, nextLookAtMs: undefined };

const ROLLING: ReadonlySet<DaemonSetRecord["rollout"]["kind"]> = new Set(["updating", "waitingForAvailable", "unobserved"]);

/** A tick that is over, and the state that it led to. */
export interface Ticked {
  readonly atMs: number;
  /** The model's time, which a clock that was put back leaves ahead. */
  readonly nowMs: number;
  readonly sources: Frame["sources"];
  /** Marks that the model did not make: times that were not watched, and what was done with Daemonscope. */
  readonly gaps: readonly Mark[];
  readonly frame: Frame | undefined;
  readonly nextLookAtMs: number | undefined;
  readonly state: ClusterState;
}

/** Takes work that belongs to a tick and may go on in parts, before anything more is told. */
export type Later = (parts: Generator<undefined, void>) => void;

/** Hears of all that leads to frames beside what the model is told, in the order in which it happens. */
export interface FrameTap {
  ticked(tick: Ticked, later?: Later): void;
  beganMarks(nowMs: number): void;
  /** Readers were told the hash of a state. */
  hashed(seq: number, hash: string): void;
}

/** What is watched, as the frames need it. */
export interface LiveCluster {
  readonly model: ClusterModel;
  readonly identity: ClusterIdentity;
  /** Random for each process and cluster; lower-case letters and digits. */
  readonly epoch: string;
  readonly clock: ClusterClock;
  /** As the watches keep them, dated on the wall clock. */
  readonly statuses: () => SourceStatuses;
  readonly tap?: FrameTap | undefined;
  /** What stands between what is heard of it and the model, so that a tick may go on in parts; left out, each is one turn. */
  readonly gate?: InputGate;
  /** How its templates were kept, so that what somebody writes can be held against them; where another process watches, how those are that somebody asks for. */
  readonly keepTemplate?: KeepTemplate | undefined;
  /** What the model holds already, as frames have led to it; left out, they begin with nothing. */
  readonly begin?: ClusterState;
}

export interface LiveFramesOptions extends LiveCluster {
  /** Of the program, for pages that were loaded from another. */
  readonly build: string;
  readonly timers: Timers;
  /** In [0, 1); spreads lifetimes and returns. */
  readonly random: () => number;
  readonly wallNowMs: () => number;
  /** A log is played here: the model's time is the log's, and nothing else may move it (L1). */
  readonly isPlayed?: boolean;
  readonly ring?: RingLimits;
  readonly reader?: ReaderLimits;
}

/** One epoch: a cluster, and the log of what happened in it. */
interface Epoch extends LiveCluster {
  readonly log: FrameLog;
  readonly keyframes: KeyframeCache;
  readonly ticker: Ticker;
  /** What is left of a tick that goes on in parts; undefined between two of them. */
  going: Generator<undefined, TickResult> | undefined;
}

/** The model, the log and its readers as one: what changes in the model is ticked into frames and written to every reader.
 *  Readers outlive an epoch: another cluster may take the place of the one that is watched, and they are told. */
export class LiveFrames {
  readonly readers: Readers;
  readonly #options: LiveFramesOptions;
  #now: Epoch;
  #beat: { cancel(): void } | undefined;
  /** Marks that the model does not make. */
  #untold: Mark[] = [];
  /** Whose first sync is told in a row: nobody else ticks it meanwhile, for two parts in one turn take twice as long. */
  #settling: ClusterModel | undefined;
  #closed = false;

  constructor(options: LiveFramesOptions) {
    this.#options = options;
    this.#now = this.#epochOf(options);
    this.readers = new Readers({
      log: this.#now.log,
      timers: options.timers,
      ...(options.reader === undefined ? {} : { limits: options.reader }),
      onCount: (count) => this.#beatWhileRead(count),
    });
  }

  get model(): ClusterModel {
    return this.#now.model;
  }

  get log(): FrameLog {
    return this.#now.log;
  }

  get keyframes(): KeyframeCache {
    return this.#now.keyframes;
  }

  get keepTemplate(): KeepTemplate | undefined {
    return this.#now.keepTemplate;
  }

  get build(): string {
    return this.#options.build;
  }

  get clock(): ClusterClock {
    return this.#now.clock;
  }

  /** Another cluster is watched from here on: a new epoch, of which readers hear at once. Nothing of the old one is told any more. */
  begin(cluster: LiveCluster): void {
    if (this.#closed) return;
    this.#now.ticker.close();
    this.#now.gate?.openUntil(Number.POSITIVE_INFINITY, this.#options.timers);
    this.#untold = [];
    this.#now = this.#epochOf(cluster);
    this.readers.follow(this.#now.log, this.#hello());
  }

  /** The cluster's clock was stopped, started or given another rate: pages reckon with it between frames. */
  tellClock(): void {
    this.#tellAll(this.#heartbeat());
  }

  get hasStopped(): boolean {
    return this.#closed;
  }

  /** In a quiet cluster the last tick is long ago: an answer is of the moment at which it is given, and what is available is so by time. */
  bringToNow(): void {
    if (this.#options.isPlayed !== true && this.#now.going === undefined) this.model.at(this.clock.nowMs());
  }

  /** Resolves when no tick goes on in parts: until then what the model says of cells is of two moments. */
  async whole(): Promise<void> {
    while (this.#now.going !== undefined && !this.#closed) await new Promise<void>((done) => void this.#options.timers.soon(done));
  }

  /** The next frame, that a log made which is played here: nothing of it is ticked. */
  relay(frame: Frame): void {
    if (this.#closed) return;
    this.log.append(frame);
    this.readers.pump();
  }

  /** The same cluster in the same epoch and state, with another model of it: readers notice nothing. */
  goOnWith(model: ClusterModel): void {
    this.#now = { ...this.#now, model };
  }

  /** The model or a source changed: a frame follows if it shows. */
  wake(): void {
    this.#now.ticker.wake();
  }

  /** What the model holds already is in the log at once: a state that begins in the middle is no news. */
  settle(): void {
    if (!this.#closed) this.#tick();
  }

  /** Resolves when all that the first sync brought is assessed and, but for what fits into one frame, told, a part at a time: of a large cluster it takes seconds, and heartbeats and probes
   *  do not wait for it. A tick that goes on in parts is ended before: what waits for it is of the first sync, too. */
  async settled(): Promise<void> {
    const { model } = this;
    if (this.#now.going !== undefined) await this.whole();
    this.#settling = model;
    // Not in the turn that took in the last of a list.
    do await new Promise<void>((done) => void this.#options.timers.soon(done));
    while (!this.#closed && this.model === model && !this.#bringSome());
    if (this.#settling === model) this.#settling = undefined;
    this.wake();
  }

  /** The first sync is over: from here on changes are marks. What it brought is ticked first, for it is no news. */
  beginMarks(): void {
    if (this.#closed) return;
    this.#tick();
    this.model.beginMarks();
    this.#now.tap?.beganMarks(this.model.reading.nowMs);
    this.wake();
  }

  /** Changes of a source were or may have been missed since then, on the wall clock: a mark says so. */
  addGap(source: SourceName, fromWallMs: number): void {
    const atMs = this.clock.nowMs();
    this.#untold.push({ kind: "watchGap", atMs, source, fromMs: atMs - Math.max(0, this.#options.wallNowMs() - fromWallMs) });
    this.wake();
  }

  /** Happened just now, and no watch tells of it: it is in the frames and in the log at once, so that whoever asks what happened until now has it. */
  addMarks(marks: readonly Mark[]): void {
    if (this.#closed || marks.length === 0) return;
    this.#untold.push(...marks);
    this.#tick();
    this.wake();
  }

  /** The sources as readers get them: `at − provenAtMs` is the age of the proof in real milliseconds, whatever clock the cluster has. */
  sources(): SourceStatuses {
    const now = this.#options.wallNowMs();
    const at = this.clock.nowMs();
    const statuses = this.#now.statuses();
    const dated = (status: SourceStatus): SourceStatus =>
      status.provenAtMs === undefined ? status : { ...status, provenAtMs: at - Math.max(0, now - status.provenAtMs) };
    return Object.fromEntries(SOURCES.map((name) => [name, dated(statuses[name])])) as unknown as SourceStatuses;
  }

  /** Gives a socket the stream: hello, then the frames after the cursor, then a heartbeat. Gives back who reads. */
  attach(out: StreamOut, lastEventId: string | undefined, form: StreamForm = "plain"): Reader {
    const { epoch, seq } = this.log.state;
    const cursor = lastEventId === undefined ? { epoch, seq } : parseCursor(lastEventId);
    const place = cursor?.epoch === epoch ? this.log.placeAfter(cursor.seq) : undefined;
    const reader = this.readers.add(out, form, place, this.#options.random());
    reader.send(ssePreamble(1000 + 2000 * this.#options.random()), true);
    reader.send(this.#hello());
    reader.pump();
    if (reader.isCaughtUp) reader.send(this.#heartbeat());
    return reader;
  }

  /** Says goodbye to every reader and lets nothing more happen. */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#now.ticker.close();
    this.#beat?.cancel();
    this.readers.endAll("stopped", sseMessage("bye", { reason }));
  }

  #epochOf({ begin, ...cluster }: LiveCluster): Epoch {
    const { ring, timers } = this.#options;
    const { identity, epoch, clock } = cluster;
    const log = new FrameLog(begin ?? emptyState(epoch, identity, clock.nowMs()), ring);
    const ticker = new Ticker({
      tick: () => (this.#settling === cluster.model ? NOT_NOW : this.#bringSome() ? this.#tickSome() : GOES_ON),
      intervalMs: () => (this.readers.count > 0 && this.#isRolling() ? ROLLOUT_TICK_MS : QUIET_TICK_MS),
      clock,
      timers,
    });
    return { ...cluster, log, keyframes: new KeyframeCache(log, timers), ticker, going: undefined };
  }

  #hello(): Buffer {
    const { epoch, seq } = this.log.state;
    const { build, clock } = this;
    return sseMessage("hello", { schema: WIRE_SCHEMA, build, epoch, seq, clockRate: clock.rate, at: clock.nowMs() });
  }

  /** Does a part of what a tick would have to do, where a first sync brought much; true when a tick can do the rest. */
  #bringSome(): boolean {
    const { model, log } = this;
    if (model.isRemembering) return true;
    if (!this.#settlesWithinATurn()) return false;
    const part = model.takePart(FIRST_PART);
    if (part === undefined) return true;
    const frame = frameOfChanges(log.state, part, undefined, Math.max(this.clock.nowMs(), log.state.at));
    if (frame !== undefined) {
      log.append(frame);
      this.readers.pump();
    }
    return false;
  }

  /** True when no pair is left to assess. */
  #settlesWithinATurn(): boolean {
    const { timers } = this.#options;
    const untilMs = timers.elapsedMs() + TURN_MS;
    for (let left = PAIRS_A_TURN; left > 0 && timers.elapsedMs() <= untilMs; left -= PAIRS_A_LOOK)
      if (this.model.settleSome(PAIRS_A_LOOK)) return true;
    return false;
  }

  /** A tick in a row, after what is left of one in parts. */
  #tick(): TickResult {
    const { going } = this.#now;
    if (going !== undefined) inARow(going);
    return inARow(this.#tickInParts());
  }

  /** As much of a tick as others can wait for; what is heard until it is over waits for its end. */
  #tickSome(): TickResult {
    const now = this.#now;
    const { timers } = this.#options;
    const untilMs = timers.elapsedMs() + TURN_MS;
    const parts = now.going ?? this.#tickInParts();
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value;
      if (now.gate === undefined || timers.elapsedMs() <= untilMs) continue;
      now.gate.shut();
      now.going = parts;
      return GOES_ON;
    }
  }

  *#tickInParts(): Generator<undefined, TickResult> {
    const now = this.#now;
    const { model, log, tap, gate } = now;
    const at = Math.max(this.clock.nowMs(), log.state.at);
    const gaps = this.#untold;
    this.#untold = [];
    model.tick(at);
    const changes = yield* model.takeInParts();
    const told = gaps.length === 0 ? changes : { ...changes, marks: [...gaps, ...changes.marks] };
    const sources = changedSources(log.state.sources, this.sources());
    const frame = frameOfChanges(log.state, told, sources, at);
    yield;
    const isPublished = frame !== undefined;
    if (isPublished) {
      log.append(frame);
      this.readers.pump();
    }
    const nextLookAtMs = model.nextLookAtMs();
    const { nowMs } = model.reading;
    const later: Generator<undefined, void>[] = [];
    tap?.ticked({ atMs: at, nowMs, sources, gaps, frame, nextLookAtMs, state: log.state }, (parts) => later.push(parts));
    for (const parts of later) yield* parts;
    const isShut = gate?.isShut === true;
    while (gate?.openUntil(this.#options.timers.elapsedMs() + TURN_MS, this.#options.timers) === false) yield;
    now.going = undefined;
    return { published: isPublished, nextLookAtMs, ...(isShut && model.hasNews ? { isDueAgain: true } : {}) };
  }

  /** In the log's order: whoever hears of it has the state that it is about. */
  #tellAll(bytes: Buffer): void {
    if (this.readers.count === 0) return;
    this.log.tell(bytes);
    this.readers.pump();
  }

  #isRolling(): boolean {
    return this.log.state.daemonSets.some((record) => record !== undefined && ROLLING.has(record.rollout.kind));
  }

  #heartbeat(): Buffer {
    const { epoch, seq } = this.log.state;
    const { clock } = this;
    const hash = this.log.hash();
    this.#now.tap?.hashed(seq, hash);
    return sseMessage("heartbeat", {
      epoch,
      seq,
      at: clock.nowMs(),
      clockRate: clock.rate,
      sources: this.sources(),
      hash,
    });
  }

  #beatWhileRead(count: number): void {
    if (count === 0 || this.#closed) {
      this.#beat?.cancel();
      this.#beat = undefined;
      return;
    }
    this.#beat ??= this.#options.timers.after(HEARTBEAT_MS, () => {
      this.#beat = undefined;
      this.#tellAll(this.#heartbeat());
      this.#beatWhileRead(this.readers.count);
    });
  }
}
