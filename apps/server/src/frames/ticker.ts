import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";

/** Result of one tick. */
export interface TickResult {
  readonly published: boolean;
  /** Cluster time at which time alone changes something. */
  readonly nextWakeAtMs: number | undefined;
  /** The tick is not over: it continues after other work had the thread. */
  readonly goesOn?: true;
  /** An event arrived that the tick does not contain. */
  readonly isDueAgain?: true;
}

/** Ratio of elapsed time to tick time: ticks take at most half of the time on average. */
const REST_FACTOR = 2;

/** From this number of pending changes on, `manyMs` applies: they share the cost of a tick. */
const MANY_CHANGES = 40;

/** Share of the owed rest that follows each tick. A tick far longer than the others usually contains a garbage
 *  collection. Its rest is spread over several ticks; at once it would delay news for twice its duration. */
const PAID_PART = 1 / 8;

/** A tick of at least this length is no garbage collection, and rests at once. */
const LONG_MS = 100;

/** After a time slice below this duration, the next one counts with its elapsed time: reading the processor time takes
 *  2 % of a short tick. */
const TOO_SHORT_MS = 4;

/** The time between the starts of two ticks with news, by the number of pending changes. It grows if ticks take more
 *  than their share. */
export interface TickInterval {
  /** Shortest time from the first pending change to its tick: the changes of one cause come within it. */
  readonly leadMs: number;
  readonly fewMs: number;
  readonly manyMs: number;
}

/** Returns an interval that does not depend on the number of pending changes. */
export const everyMs = (ms: number): TickInterval => ({ leadMs: 0, fewMs: ms, manyMs: ms });

/** Maximum rest after a sliced tick. Other work had the thread between its slices, and the events that arrived
 *  meanwhile wait for the next tick. */
const REST_AFTER_PARTS_MS = 250;

/** Delay of a check that fell due during a tick: short, but never a busy loop. */
const OVERDUE_MS = 16;

/** Decides when to tick (F5): after a quiet time `leadMs` after a change, then once per interval. Also ticks
 *  at the cluster time at which the model changes without an event.
 *  *Invariant*: without a wake and without a planned check there is no timer. So an idle server costs nothing. */
export class Ticker {
  readonly #tick: () => TickResult;
  readonly #interval: () => TickInterval;
  readonly #clock: ClusterClock;
  readonly #timers: Timers;
  #pending: { cancel(): void } | undefined;
  #nextWake: { readonly atMs: number; readonly timer: { cancel(): void } } | undefined;
  /** Earliest start of the next tick, by the number of pending changes. */
  #notBeforeMs = { few: Number.NEGATIVE_INFINITY, many: Number.NEGATIVE_INFINITY };
  /** `leadMs` as of the last tick, and the time of the first wake since then. */
  #leadMs = 0;
  #wokenAtMs = 0;
  /** Number of wakes since the last tick began. */
  #woken = 0;
  /** Duration of past ticks that no rest has compensated yet, as of `#owedAtMs`. */
  #owedMs = 0;
  #owedAtMs = Number.NEGATIVE_INFINITY;
  /** The tick that is under way: its start, and the time of its slices. That is processor time, so that other processes
   *  on the machine do not make a tick seem expensive. */
  #underWay: { readonly beganMs: number; tookMs: number } | undefined;
  /** Elapsed time of the last slice. */
  #lastedMs = Number.POSITIVE_INFINITY;
  /** True after a wake during the current tick, which may already have read the changed state. */
  #isDueAgain = false;
  /** The tick after the current one starts without a rest. */
  #isDueAtOnce = false;
  #closed = false;

  constructor(options: {
    readonly tick: () => TickResult;
    readonly interval: () => TickInterval;
    readonly clock: ClusterClock;
    readonly timers: Timers;
  }) {
    this.#tick = options.tick;
    this.#interval = options.interval;
    this.#clock = options.clock;
    this.#timers = options.timers;
  }

  /** Reports a possible change. Cheap: called for every watch event. */
  wake(): void {
    this.#woken++;
    if (this.#underWay !== undefined) this.#isDueAgain = true;
    if (this.#underWay !== undefined || this.#closed) return;
    if (this.#pending === undefined) this.#wokenAtMs = this.#timers.elapsedMs();
    else if (this.#woken === MANY_CHANGES) this.#pending.cancel();
    else return;
    this.#runWhenRested();
  }

  #runWhenRested(): void {
    const { few, many } = this.#notBeforeMs;
    const notBeforeMs = this.#woken < MANY_CHANGES ? few : many;
    const waitMs = Math.max(notBeforeMs, this.#wokenAtMs + this.#leadMs) - this.#timers.elapsedMs();
    // Lets a new batch of events be read whole before the first tick.
    this.#pending = waitMs <= 0 ? this.#timers.soon(() => this.#run()) : this.#timers.after(waitMs, () => this.#run());
  }

  /** Ticks at once, so that earlier events are published before later ones. During a sliced tick, the next tick follows
   *  directly. */
  runNow(): void {
    if (this.#underWay !== undefined) {
      this.#isDueAgain = true;
      this.#isDueAtOnce = true;
      return;
    }
    this.#pending?.cancel();
    this.#run();
  }

  close(): void {
    this.#closed = true;
    this.#pending?.cancel();
    this.#nextWake?.timer.cancel();
  }

  #run(): void {
    this.#pending = undefined;
    if (this.#closed) return;
    const startedMs = this.#timers.elapsedMs();
    const usedBeforeMs = this.#lastedMs < TOO_SHORT_MS ? undefined : this.#usedMs();
    const isInParts = this.#underWay !== undefined;
    if (!isInParts) this.#woken = 0;
    const tick = this.#underWay ?? { beganMs: startedMs, tookMs: 0 };
    this.#underWay = tick;
    const { published, nextWakeAtMs, goesOn, isDueAgain = this.#isDueAgain } = this.#tick();
    const endedMs = this.#timers.elapsedMs();
    const lastedMs = endedMs - startedMs;
    // The measured time includes other threads of this process. They count at most as long as the slice lasted.
    tick.tookMs += usedBeforeMs === undefined ? lastedMs : Math.min(lastedMs, this.#usedMs() - usedBeforeMs);
    this.#lastedMs = lastedMs;
    if (goesOn) {
      this.#pending = this.#timers.soon(() => this.#run());
      return;
    }
    this.#underWay = undefined;
    this.#isDueAgain = false;
    const restedMs = tick.beganMs + this.#intervalAfter(tick);
    const readyMs = isInParts ? Math.min(restedMs, endedMs + REST_AFTER_PARTS_MS) : restedMs;
    const { leadMs, fewMs, manyMs } = this.#interval();
    // A tick without news must not delay the next change by a whole interval: node heartbeats arrive all the time.
    const notBeforeMs = (intervalMs: number) =>
      published ? Math.max(tick.beganMs + intervalMs, readyMs) : Math.min(tick.beganMs + manyMs, readyMs);
    this.#notBeforeMs = { few: notBeforeMs(fewMs), many: notBeforeMs(manyMs) };
    this.#leadMs = leadMs;
    this.#wakeAt(nextWakeAtMs);
    if (this.#isDueAtOnce) this.#pending = this.#timers.soon(() => this.#run());
    else if (isDueAgain) this.wake();
    this.#isDueAtOnce = false;
  }

  /** Returns the shortest time from the start of this tick to the start of the next one. */
  #intervalAfter({ beganMs, tookMs }: { readonly beganMs: number; readonly tookMs: number }): number {
    this.#owedMs = Math.max(0, this.#owedMs - (beganMs - this.#owedAtMs) / REST_FACTOR);
    this.#owedAtMs = beganMs;
    if (tookMs >= LONG_MS) return tookMs * REST_FACTOR;
    this.#owedMs += tookMs;
    return this.#owedMs * PAID_PART * REST_FACTOR;
  }

  #usedMs(): number {
    return this.#timers.usedMs?.() ?? this.#timers.elapsedMs();
  }

  #wakeAt(atMs: number | undefined): void {
    if (this.#nextWake?.atMs === atMs) return;
    this.#nextWake?.timer.cancel();
    this.#nextWake = undefined;
    if (atMs === undefined) return;
    const leftMs = atMs - this.#clock.nowMs();
    const timer = this.#clock.after(leftMs > 0 ? leftMs : OVERDUE_MS, () => {
      this.#nextWake = undefined;
      this.wake();
    });
    this.#nextWake = { atMs, timer };
  }
}
