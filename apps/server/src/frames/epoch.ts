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
import { buildFrame, changedSources, FIRST_NODES_PART } from "./build-frame.ts";
import { confirmedUntilMs } from "./confirmed-until.ts";
import { FrameNodes } from "./frame-nodes.ts";
import type { FrameSource } from "./frame-source.ts";
import { FrameLog, type FrameLogLimits } from "./log/frame-log.ts";
import { KeyframeCache } from "./log/keyframe-cache.ts";
import { Ticker, type TickInterval, type TickResult } from "./ticker.ts";

/** The time between frames: `ROLLOUT_TICK` while clients watch a rollout, else `QUIET_TICK`. A page draws news between
 *  two of its sixty frames a second with the next one. So with much to send and cheap ticks the server need not wait
 *  too. With little, users would not see the extra frames. */
const ROLLOUT_TICK: TickInterval = { leastMs: 5, enoughMs: 14 };
const QUIET_TICK: TickInterval = { leastMs: 50, enoughMs: 50 };

/** Limits of one time slice of assessing pairs: time and count. The clock is read once per `PAIRS_PER_CLOCK_READ`
 *  pairs. */
const TURN_MS = 8;
const PAIRS_PER_TURN = 4000;
const PAIRS_PER_CLOCK_READ = 250;
const GOES_ON: TickResult = { published: false, nextWakeAtMs: undefined, goesOn: true };
const NOT_NOW: TickResult = { published: false, nextWakeAtMs: undefined };

const ROLLING: ReadonlySet<DaemonSetRecord["rollout"]["kind"]> = new Set(["updating", "waitingForAvailable", "unobserved"]);

/** Callbacks between an epoch and the owner of its readers. */
export interface EpochListeners {
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly ring?: FrameLogLimits | undefined;
  readonly isRead: () => boolean;
  /** The log has a new frame. */
  readonly onFrame: () => void;
}

/** One epoch: a cluster, the log of its changes, and the ticks that turn changes into frames. A tick may run in time
 *  slices.
 *  *Invariant*: during a sliced tick only that tick feeds the model. So it gives the result of an unsliced tick. */
export class Epoch {
  readonly log: FrameLog;
  readonly keyframes: KeyframeCache;
  readonly #around: EpochListeners;
  readonly #ticker: Ticker;
  #cluster: FrameSource;
  /** The rest of a sliced tick; undefined between two ticks. */
  #going: Generator<undefined, TickResult> | undefined;
  /** Marks from outside the model that no frame has yet. */
  #pendingMarks: TimelineMark[] = [];
  /** True while the first sync is published. Ticks then do nothing, because two parts in one time slice take twice as
   *  long. */
  #isSettling = false;
  #isClosed = false;

  constructor(cluster: FrameSource, around: EpochListeners) {
    const { ring, timers } = around;
    this.#cluster = cluster;
    this.#around = around;
    this.log = new FrameLog(cluster.begin ?? this.#nothing(), ring);
    this.keyframes = new KeyframeCache(this.log, timers);
    const { clock } = cluster;
    this.#ticker = new Ticker({
      tick: () => (this.#isSettling ? NOT_NOW : this.#bringSome() ? this.#tickSome() : GOES_ON),
      interval: () => (around.isRead() && this.#isRolling() ? ROLLOUT_TICK : QUIET_TICK),
      clock,
      timers,
    });
  }

  /** A log shares node records with frames. Without a log, node records are kept in columns. */
  #nothing(): ClusterStateOf {
    const { epoch, identity, clock, tap } = this.#cluster;
    const state = emptyState(epoch, identity, clock.nowMs());
    return tap === undefined ? { ...state, nodes: FrameNodes.empty() } : state;
  }

  get cluster(): FrameSource {
    return this.#cluster;
  }

  get model(): ClusterModel {
    return this.#cluster.model;
  }

  /** False during a sliced tick: until its end the model's cells belong to two moments. */
  get isWhole(): boolean {
    return this.#going === undefined && this.#cluster.isWhole?.() !== false;
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

  /** Resolves when no sliced tick is under way. */
  async whole(): Promise<void> {
    while (!this.isWhole && !this.#isClosed) await this.#nextTurn();
  }

  #nextTurn(): Promise<void> {
    return new Promise((done) => void this.#around.timers.soon(done));
  }

  /** Resolves when the result of the first sync is assessed and published, except for what fits into one frame. Runs in
   *  time slices. A sliced tick ends first, because the events that wait for it belong to the first sync, too. */
  async settled(): Promise<void> {
    if (this.#going !== undefined) await this.whole();
    this.#isSettling = true;
    // Leaves the time slice that applied the last item of a list.
    await this.#nextTurn();
    for (const _ of this.settleInParts()) await this.#nextTurn();
  }

  /** Does the same for a model that had no ticks yet. The caller schedules the time slices. */
  *settleInParts(): Generator<undefined, void> {
    this.#isSettling = true;
    while (!this.#isClosed && !this.#bringSome()) yield;
    this.#isSettling = false;
    this.wake();
  }

  /** Ends the first sync: from here on changes are marks. Ticks first, because the result of the first sync is no
   *  change. */
  beginMarks(): void {
    const { model, tap } = this.#cluster;
    this.tick();
    model.apply({ do: "beginMarks" });
    tap?.beganMarks(model.reading.nowMs);
    this.wake();
  }

  /** Adds marks from outside the model. The next tick publishes them. */
  addMarks(marks: readonly TimelineMark[]): void {
    this.#pendingMarks.push(...marks);
  }

  /** Cluster time that the model may reach. */
  confirmedUntilMs(): number {
    const { statuses, clock } = this.#cluster;
    return confirmedUntilMs(statuses(), clock, this.#around.wallNowMs());
  }

  /** Returns the sources for readers. `at − provenAtMs` is the age of the proof in real milliseconds, regardless of the
   *  cluster's clock. */
  sources(): SourceStatuses {
    const now = this.#around.wallNowMs();
    const at = this.#cluster.clock.nowMs();
    const statuses = this.#cluster.statuses();
    const dated = (status: SourceStatus): SourceStatus =>
      status.provenAtMs === undefined ? status : { ...status, provenAtMs: at - Math.max(0, now - status.provenAtMs) };
    return Object.fromEntries(SOURCES.map((name) => [name, dated(statuses[name])])) as unknown as SourceStatuses;
  }

  /** Finishes a sliced tick, if any, then runs one tick without slices. */
  tick(): TickResult {
    if (this.#going !== undefined) drain(this.#going);
    return drain(this.#tickInParts());
  }

  /** Runs a tick for one time slice. Events that arrive before its end wait for it. */
  #tickSome(): TickResult {
    const { timers } = this.#around;
    const { queue } = this.#cluster;
    const isOver = startTimeSlice(timers, TURN_MS);
    const parts = this.#going ?? this.#tickInParts();
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value;
      if (queue === undefined || !isOver()) continue;
      queue.pause();
      this.#going = parts;
      return GOES_ON;
    }
  }

  *#tickInParts(): Generator<undefined, TickResult> {
    const { log } = this;
    const { model, tap, queue, clock } = this.#cluster;
    const { timers } = this.#around;
    const at = Math.max(clock.nowMs(), log.state.at);
    const gaps = this.#pendingMarks;
    this.#pendingMarks = [];
    const untilMs = this.confirmedUntilMs();
    const isTimeStopped = untilMs < clock.nowMs();
    model.tick(isTimeStopped ? untilMs : at);
    const changes = yield* model.takeInParts();
    const allChanges = gaps.length === 0 ? changes : { ...changes, marks: [...gaps, ...changes.marks] };
    const sources = changedSources(log.state.sources, this.sources());
    const frame = buildFrame(log.state, allChanges, sources, at);
    yield;
    if (frame !== undefined) this.append(frame);
    // While time is stopped, nothing becomes due: a source that is live again wakes the next tick.
    const nextWakeAtMs = isTimeStopped ? undefined : model.nextWakeAtMs();
    const { nowMs } = model.reading;
    const later: Generator<undefined, void>[] = [];
    tap?.ticked({ atMs: at, nowMs, sources, gaps, frame, nextWakeAtMs, state: log.state }, (parts) => later.push(parts));
    for (const parts of later) yield* parts;
    const wasPaused = queue?.isPaused === true;
    while (queue?.drainUntil(timers.elapsedMs() + TURN_MS, timers) === false) yield;
    this.#going = undefined;
    return { published: frame !== undefined, nextWakeAtMs, ...(wasPaused && model.hasNews ? { isDueAgain: true } : {}) };
  }

  /** Publishes a part of a large first sync. Returns true if a tick can do the rest. */
  #bringSome(): boolean {
    const { log } = this;
    const { model, clock } = this.#cluster;
    if (model.isRemembering) return true;
    if (!this.#settlesWithinATurn()) return false;
    const part = model.takePart(FIRST_NODES_PART);
    if (part === undefined) return true;
    const frame = buildFrame(log.state, part, undefined, Math.max(clock.nowMs(), log.state.at));
    if (frame !== undefined) this.append(frame);
    return false;
  }

  /** Assesses pairs for one time slice. Returns true if no pair is left. */
  #settlesWithinATurn(): boolean {
    const { timers } = this.#around;
    const untilMs = timers.elapsedMs() + TURN_MS;
    let left = PAIRS_PER_TURN;
    // At least `PAIRS_PER_CLOCK_READ` pairs, even on a slow machine.
    do {
      if (this.model.settleSome(PAIRS_PER_CLOCK_READ)) return true;
      left -= PAIRS_PER_CLOCK_READ;
    } while (left > 0 && timers.elapsedMs() <= untilMs);
    return false;
  }

  append(frame: Frame): void {
    this.log.append(frame);
    this.#around.onFrame();
  }

  #isRolling(): boolean {
    return this.log.state.daemonSets.some((record) => record !== undefined && ROLLING.has(record.rollout.kind));
  }
}
