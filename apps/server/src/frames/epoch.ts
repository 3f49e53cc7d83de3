import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { drain } from "@daemonscope/kube/base/drain";
import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { startTimeSlice } from "../feed/time-slice.ts";
import { buildFrame, buildFrameInParts, changedSources, FIRST_NODES_PART, type KnownRows } from "./build-frame.ts";
import { confirmedUntilMs } from "./confirmed-until.ts";
import { FrameNodes } from "./frame-nodes.ts";
import type { FrameSource } from "./frame-source.ts";
import { FrameLog, type FrameLogLimits } from "./log/frame-log.ts";
import { KeyframeCache } from "./log/keyframe-cache.ts";
import { everyMs, Ticker, type TickInterval, type TickResult } from "./ticker.ts";

/** The time between frames: `ROLLOUT_TICK` while a rollout is under way and a reader exists, else `QUIET_TICK`. Each
 *  frame has a fixed cost, so that 50 ms would save up to a tenth of the server's CPU. An event would then be drawn
 *  after 65 instead of 50 ms at p99. */
const ROLLOUT_TICK: TickInterval = { leadMs: 8, fewMs: 28, manyMs: 5 };
const QUIET_TICK: TickInterval = everyMs(50);

/** Limits of one time slice: its duration, and the number of pairs that it assesses. The clock is read once per
 *  `PAIRS_PER_CLOCK_READ` pairs. */
const SLICE_MS = 8;
const PAIRS_PER_SLICE = 4000;
const PAIRS_PER_CLOCK_READ = 250;
const GOES_ON: TickResult = { published: false, nextWakeAtMs: undefined, goesOn: true };
const NOT_NOW: TickResult = { published: false, nextWakeAtMs: undefined };

const ROLLING: ReadonlySet<DaemonSetRecord["rollout"]["kind"]> = new Set(["updating", "waitingForAvailable", "unobserved"]);

/** What the owner of the readers gives to an epoch: clocks, limits and callbacks. */
interface EpochContext {
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly ring?: FrameLogLimits | undefined;
  /** Reports whether the epoch has a reader. */
  readonly isRead: () => boolean;
  /** Called when the log has a new frame. */
  readonly onFrame: () => void;
}

/** One epoch: a cluster, the log of its changes, and the ticks that turn changes into frames. A tick may run in time
 *  slices.
 *  *Invariant*: during a sliced tick only that tick feeds the model. So it gives the result of an unsliced tick. */
export class Epoch {
  readonly log: FrameLog;
  readonly keyframes: KeyframeCache;
  readonly #context: EpochContext;
  readonly #ticker: Ticker;
  readonly #knownRows: KnownRows = [];
  #cluster: FrameSource;
  /** The rest of a sliced tick; undefined between two ticks. */
  #slicedTick: Generator<undefined, TickResult> | undefined;
  /** Marks from outside the model that no frame has yet. */
  #pendingMarks: TimelineMark[] = [];
  /** True while the first sync is published. Ticks then do nothing, because two parts in one time slice take twice as
   *  long. */
  #isSettling = false;
  #isClosed = false;

  constructor(cluster: FrameSource, context: EpochContext) {
    const { ring, timers } = context;
    this.#cluster = cluster;
    this.#context = context;
    this.log = new FrameLog(cluster.begin ?? this.#emptyState(), ring);
    this.keyframes = new KeyframeCache(this.log, timers);
    const { clock } = cluster;
    this.#ticker = new Ticker({
      tick: () => (this.#isSettling ? NOT_NOW : this.#publishPart() ? this.#tickSlice() : GOES_ON),
      interval: () => (context.isRead() && this.#isRolling() ? ROLLOUT_TICK : QUIET_TICK),
      clock,
      timers,
    });
  }

  /** If an event log keeps the nodes as objects, the state shares their records. Otherwise it has them in columns. */
  #emptyState(): ClusterStateOf {
    const { epoch, identity, clock, model, tap } = this.#cluster;
    const state = emptyState(epoch, identity, clock.nowMs());
    return tap !== undefined && model.loggableNodes === undefined ? state : { ...state, nodes: FrameNodes.empty() };
  }

  get cluster(): FrameSource {
    return this.#cluster;
  }

  get model(): ClusterModel {
    return this.#cluster.model;
  }

  /** False during a sliced tick: until its end the model's cells belong to two moments. */
  get isWhole(): boolean {
    return this.#slicedTick === undefined && this.#cluster.isWhole?.() !== false;
  }

  /** Replaces the model. Cluster and state remain the same. */
  goOnWith(model: ClusterModel): void {
    this.#cluster = { ...this.#cluster, model };
  }

  wake(): void {
    this.#ticker.wake();
  }

  /** Stops ticking this epoch. */
  close(): void {
    this.#isClosed = true;
    this.#ticker.close();
  }

  /** Ticks at once for at most one time slice. During a sliced tick, the next tick follows directly after it. */
  tickNow(): void {
    this.#ticker.runNow();
  }

  /** Resolves when no sliced tick is under way, or the epoch is closed. */
  async whole(): Promise<void> {
    while (!this.isWhole && !this.#isClosed) await this.#nextTurn();
  }

  #nextTurn(): Promise<void> {
    return new Promise((done) => void this.#context.timers.soon(done));
  }

  /** Resolves when the result of the first sync is assessed and published. Runs in time slices. A sliced tick ends
   *  first, because the events that wait for it belong to the first sync, too. */
  async settled(): Promise<void> {
    if (this.#slicedTick !== undefined) await this.whole();
    this.#isSettling = true;
    // Leaves the time slice that applied the last item of a list.
    await this.#nextTurn();
    for (const _ of this.settleInParts()) await this.#nextTurn();
  }

  /** Publishes a first sync like `settled`, for a model that had no ticks yet. The caller schedules the time slices. */
  *settleInParts(): Generator<undefined, void> {
    this.#isSettling = true;
    while (!this.#isClosed && !this.#publishPart()) yield;
    // The tick that ends the first sync has no time slices, and comparing failing nodes takes the longest.
    while (!this.#isClosed && this.#tickSlice().goesOn) yield;
    this.#isSettling = false;
    this.wake();
  }

  /** Ends the first sync: later changes produce marks. Ticks first, because the result of the first sync must not
   *  produce any. */
  beginMarks(): void {
    const { model, tap } = this.#cluster;
    this.tick();
    model.apply({ do: "beginMarks" });
    tap?.beganMarks(model.reading.nowMs);
    this.wake();
  }

  /** Adds marks from outside the model, such as gaps in a watch. The next tick publishes them. */
  addMarks(marks: readonly TimelineMark[]): void {
    this.#pendingMarks.push(...marks);
  }

  /** Cluster time that the model may reach. */
  confirmedUntilMs(): number {
    const { statuses, clock } = this.#cluster;
    return confirmedUntilMs(statuses(), clock, this.#context.wallNowMs());
  }

  /** Returns the sources for readers. */
  sources(): SourceStatuses {
    const statuses = this.#cluster.statuses();
    return Object.fromEntries(SOURCES.map((name) => [name, this.#dated(statuses[name])])) as unknown as SourceStatuses;
  }

  /** Returns a status for readers. `at − provenAtMs` is the age of the proof in real milliseconds, regardless of the
   *  cluster's clock. */
  #dated(status: SourceStatus): SourceStatus {
    if (status.provenAtMs === undefined) return status;
    return { ...status, provenAtMs: this.#cluster.clock.nowMs() - Math.max(0, this.#context.wallNowMs() - status.provenAtMs) };
  }

  /** Finishes a sliced tick, if any, then runs one tick without slices. */
  tick(): TickResult {
    if (this.#slicedTick !== undefined) drain(this.#slicedTick);
    return drain(this.#tickInParts());
  }

  /** Runs a tick for one time slice. Events that arrive before its end wait for it. */
  #tickSlice(): TickResult {
    const { timers } = this.#context;
    const { queue } = this.#cluster;
    const isOver = startTimeSlice(timers, SLICE_MS);
    const parts = this.#slicedTick ?? this.#tickInParts();
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value;
      if (queue === undefined || !isOver()) continue;
      queue.pause();
      this.#slicedTick = parts;
      return GOES_ON;
    }
  }

  *#tickInParts(): Generator<undefined, TickResult> {
    const { log } = this;
    const { model, tap, queue, clock } = this.#cluster;
    const { timers } = this.#context;
    const at = Math.max(clock.nowMs(), log.state.at);
    const gaps = this.#pendingMarks;
    this.#pendingMarks = [];
    const statuses = this.#cluster.statuses();
    const untilMs = confirmedUntilMs(statuses, clock, this.#context.wallNowMs());
    const isTimeStopped = untilMs < clock.nowMs();
    model.tick(isTimeStopped ? untilMs : at);
    const changes = yield* model.takeInParts();
    const allChanges = gaps.length === 0 ? changes : { ...changes, marks: [...gaps, ...changes.marks] };
    const sources = changedSources(log.state.sources, statuses, (status) => this.#dated(status));
    const frame = yield* buildFrameInParts(log.state, allChanges, sources, at, this.#knownRows);
    yield;
    if (frame !== undefined) this.append(frame);
    // While time is stopped, nothing becomes due. A source that becomes live again causes the next tick.
    const nextWakeAtMs = isTimeStopped ? undefined : model.nextWakeAtMs();
    const { nowMs } = model.reading;
    const later: Generator<undefined, void>[] = [];
    tap?.ticked({ atMs: at, nowMs, sources, gaps, frame, nextWakeAtMs, state: log.state }, (parts) => later.push(parts));
    for (const parts of later) yield* parts;
    const wasPaused = queue?.isPaused === true;
    while (queue?.drainUntil(timers.elapsedMs() + SLICE_MS, timers) === false) yield;
    this.#slicedTick = undefined;
    return { published: frame !== undefined, nextWakeAtMs, ...(wasPaused && model.hasNews ? { isDueAgain: true } : {}) };
  }

  /** Publishes a part of a large first sync. Returns true if a tick can do the rest. */
  #publishPart(): boolean {
    const { log } = this;
    const { model, clock } = this.#cluster;
    if (model.isRemembering) return true;
    if (!this.#settleSlice()) return false;
    const part = model.takePart(FIRST_NODES_PART);
    if (part === undefined) return true;
    const frame = buildFrame(log.state, part, undefined, Math.max(clock.nowMs(), log.state.at), this.#knownRows);
    if (frame !== undefined) this.append(frame);
    return false;
  }

  /** Assesses pairs for one time slice. Returns true if no pair is left. */
  #settleSlice(): boolean {
    const { timers } = this.#context;
    const untilMs = timers.elapsedMs() + SLICE_MS;
    let left = PAIRS_PER_SLICE;
    // At least `PAIRS_PER_CLOCK_READ` pairs, even on a slow machine.
    do {
      if (this.model.settleSome(PAIRS_PER_CLOCK_READ)) return true;
      left -= PAIRS_PER_CLOCK_READ;
    } while (left > 0 && timers.elapsedMs() <= untilMs);
    return false;
  }

  append(frame: Frame): void {
    this.log.append(frame);
    this.#context.onFrame();
  }

  #isRolling(): boolean {
    return this.log.state.daemonSets.some((record) => record !== undefined && ROLLING.has(record.rollout.kind));
  }
}
