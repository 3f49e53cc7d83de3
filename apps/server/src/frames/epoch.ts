import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { inARow } from "@daemonscope/kube/in-a-row";
import type { AnyState } from "@daemonscope/shared/cluster-state";
import { emptyState } from "@daemonscope/shared/empty-state";
import type { Frame } from "@daemonscope/shared/frame";
import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import type { Timers } from "../clock.ts";
import { confirmedUntilMs } from "./confirmed-until.ts";
import { FrameLog, type RingLimits } from "./frame-log.ts";
import { FrameNodes } from "./frame-nodes.ts";
import { changedSources, FIRST_PART, frameOfChanges } from "./frame-of-changes.ts";
import { KeyframeCache } from "./keyframe-cache.ts";
import type { LiveCluster } from "./live-cluster.ts";
import { Ticker, type TickInterval, type TickResult } from "./ticker.ts";
import { beginTurn } from "./turn.ts";

/** The time between frames while somebody watches a rollout, and else. A screen shows sixty a second. Whatever a page is told in the middle of two of its own frames is drawn with the next: so where
 *  much changes it need not wait for one here too, as long as ticks cost little; but of few changes each would pay for a frame that nobody sees. */
const ROLLOUT_TICK: TickInterval = { leastMs: 5, enoughMs: 14 };
const QUIET_TICK: TickInterval = { leastMs: 50, enoughMs: 50 };

/** So long, and so many, pairs are assessed in a row where there are more; the clock is looked at each time that so many are. */
const TURN_MS = 8;
const PAIRS_A_TURN = 4000;
const PAIRS_A_LOOK = 250;
const GOES_ON: TickResult = { published: false, nextLookAtMs: undefined, goesOn: true };
const NOT_NOW: TickResult = { published: false, nextLookAtMs: undefined };

const ROLLING: ReadonlySet<DaemonSetRecord["rollout"]["kind"]> = new Set(["updating", "waitingForAvailable", "unobserved"]);

/** What an epoch is told of who reads it, and tells them. */
export interface EpochAround {
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly ring?: RingLimits | undefined;
  readonly isRead: () => boolean;
  /** The log has more. */
  readonly onFrame: () => void;
}

/** One epoch: a cluster, the log of what happened in it, and the ticks that make the one of the other, each in as many parts as others can wait for.
 *  *Invariant*: while a tick goes on in parts nothing is told to the model but through it, so that it comes to what one in a row would. */
export class Epoch {
  readonly log: FrameLog;
  readonly keyframes: KeyframeCache;
  readonly #around: EpochAround;
  readonly #ticker: Ticker;
  #cluster: LiveCluster;
  /** What is left of a tick that goes on in parts; undefined between two of them. */
  #going: Generator<undefined, TickResult> | undefined;
  /** Marks that the model does not make. */
  #untold: Mark[] = [];
  /** Its first sync is told in a row: nobody else ticks it meanwhile, for two parts in one turn take twice as long. */
  #isSettling = false;
  #isClosed = false;

  constructor(cluster: LiveCluster, around: EpochAround) {
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

  /** A log shares records of nodes with frames; where there is none they are kept in columns. */
  #nothing(): AnyState {
    const { epoch, identity, clock, tap } = this.#cluster;
    const state = emptyState(epoch, identity, clock.nowMs());
    return tap === undefined ? { ...state, nodes: FrameNodes.empty() } : state;
  }

  get cluster(): LiveCluster {
    return this.#cluster;
  }

  get model(): ClusterModel {
    return this.#cluster.model;
  }

  /** False while a tick goes on in parts: until it is over what the model says of cells is of two moments. */
  get isWhole(): boolean {
    return this.#going === undefined && this.#cluster.isWhole?.() !== false;
  }

  /** The same cluster and state, with another model of it. */
  goOnWith(model: ClusterModel): void {
    this.#cluster = { ...this.#cluster, model };
  }

  wake(): void {
    this.#ticker.wake();
  }

  /** Nothing of it is ticked any more. */
  close(): void {
    this.#isClosed = true;
    this.#ticker.close();
  }

  /** Ticks at once, or right after a tick that goes on in parts, and as far as others can wait. */
  tickNow(): void {
    this.#ticker.runNow();
  }

  /** Resolves when no tick goes on in parts. */
  async whole(): Promise<void> {
    while (!this.isWhole && !this.#isClosed) await this.#nextTurn();
  }

  #nextTurn(): Promise<void> {
    return new Promise((done) => void this.#around.timers.soon(done));
  }

  /** Resolves when all that the first sync brought is assessed and, but for what fits into one frame, told, a part at a time. A tick that goes on in parts is ended before: what waits for it
   *  is of the first sync, too. */
  async settled(): Promise<void> {
    if (this.#going !== undefined) await this.whole();
    this.#isSettling = true;
    // Not in the turn that took in the last of a list.
    await this.#nextTurn();
    for (const _ of this.settleInParts()) await this.#nextTurn();
  }

  /** The same of a model that nothing was ticked of, some milliseconds at a time, as whoever asks has turns for it. */
  *settleInParts(): Generator<undefined, void> {
    this.#isSettling = true;
    while (!this.#isClosed && !this.#bringSome()) yield;
    this.#isSettling = false;
    this.wake();
  }

  /** The first sync is over: from here on changes are marks. What it brought is ticked first, for it is no news. */
  beginMarks(): void {
    const { model, tap } = this.#cluster;
    this.tick();
    model.beginMarks();
    tap?.beganMarks(model.reading.nowMs);
    this.wake();
  }

  /** Marks that the model does not make: the next tick tells of them. */
  addMarks(marks: readonly Mark[]): void {
    this.#untold.push(...marks);
  }

  /** Cluster time that the model may reach. */
  confirmedUntilMs(): number {
    const { statuses, clock } = this.#cluster;
    return confirmedUntilMs(statuses(), clock, this.#around.wallNowMs());
  }

  /** The sources as readers get them: `at − provenAtMs` is the age of the proof in real milliseconds, whatever clock the cluster has. */
  sources(): SourceStatuses {
    const now = this.#around.wallNowMs();
    const at = this.#cluster.clock.nowMs();
    const statuses = this.#cluster.statuses();
    const dated = (status: SourceStatus): SourceStatus =>
      status.provenAtMs === undefined ? status : { ...status, provenAtMs: at - Math.max(0, now - status.provenAtMs) };
    return Object.fromEntries(SOURCES.map((name) => [name, dated(statuses[name])])) as unknown as SourceStatuses;
  }

  /** A tick in a row, after what is left of one in parts. */
  tick(): TickResult {
    if (this.#going !== undefined) inARow(this.#going);
    return inARow(this.#tickInParts());
  }

  /** As much of a tick as others can wait for; what is heard until it is over waits for its end. */
  #tickSome(): TickResult {
    const { timers } = this.#around;
    const { gate } = this.#cluster;
    const isOver = beginTurn(timers, TURN_MS);
    const parts = this.#going ?? this.#tickInParts();
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value;
      if (gate === undefined || !isOver()) continue;
      gate.shut();
      this.#going = parts;
      return GOES_ON;
    }
  }

  *#tickInParts(): Generator<undefined, TickResult> {
    const { log } = this;
    const { model, tap, gate, clock } = this.#cluster;
    const { timers } = this.#around;
    const at = Math.max(clock.nowMs(), log.state.at);
    const gaps = this.#untold;
    this.#untold = [];
    const untilMs = this.confirmedUntilMs();
    const isStanding = untilMs < clock.nowMs();
    model.tick(isStanding ? untilMs : at);
    const changes = yield* model.takeInParts();
    const told = gaps.length === 0 ? changes : { ...changes, marks: [...gaps, ...changes.marks] };
    const sources = changedSources(log.state.sources, this.sources());
    const frame = frameOfChanges(log.state, told, sources, at);
    yield;
    if (frame !== undefined) this.append(frame);
    // While time stands, nothing becomes due: a source that is live again wakes the next tick.
    const nextLookAtMs = isStanding ? undefined : model.nextLookAtMs();
    const { nowMs } = model.reading;
    const later: Generator<undefined, void>[] = [];
    tap?.ticked({ atMs: at, nowMs, sources, gaps, frame, nextLookAtMs, state: log.state }, (parts) => later.push(parts));
    for (const parts of later) yield* parts;
    const isShut = gate?.isShut === true;
    while (gate?.openUntil(timers.elapsedMs() + TURN_MS, timers) === false) yield;
    this.#going = undefined;
    return { published: frame !== undefined, nextLookAtMs, ...(isShut && model.hasNews ? { isDueAgain: true } : {}) };
  }

  /** Does a part of what a tick would have to do, where a first sync brought much; true when a tick can do the rest. */
  #bringSome(): boolean {
    const { log } = this;
    const { model, clock } = this.#cluster;
    if (model.isRemembering) return true;
    if (!this.#settlesWithinATurn()) return false;
    const part = model.takePart(FIRST_PART);
    if (part === undefined) return true;
    const frame = frameOfChanges(log.state, part, undefined, Math.max(clock.nowMs(), log.state.at));
    if (frame !== undefined) this.append(frame);
    return false;
  }

  /** True when no pair is left to assess. */
  #settlesWithinATurn(): boolean {
    const { timers } = this.#around;
    const untilMs = timers.elapsedMs() + TURN_MS;
    let left = PAIRS_A_TURN;
    // Some of them however slow the machine is.
    do {
      if (this.model.settleSome(PAIRS_A_LOOK)) return true;
      left -= PAIRS_A_LOOK;
    } while (left > 0 && timers.elapsedMs() <= untilMs);
    return false;
  }

  /** The next frame. */
  append(frame: Frame): void {
    this.log.append(frame);
    this.#around.onFrame();
  }

  #isRolling(): boolean {
    return this.log.state.daemonSets.some((record) => record !== undefined && ROLLING.has(record.rollout.kind));
  }
}
