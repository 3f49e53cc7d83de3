import type { ClusterClock, Timers } from "../clock.ts";

/** What one tick did. */
export interface TickResult {
  readonly published: boolean;
  /** Cluster time at which time alone changes something. */
  readonly nextLookAtMs: number | undefined;
  /** It is not over: it goes on when others have had the thread. */
  readonly goesOn?: true;
  /** Something was told that it does not have. */
  readonly isDueAgain?: true;
}

/** Shares of the time that ticks may take: at most one part in three. */
const REST_FACTOR = 3;

/** And so that all ticks together cost little, one part in four, where the interval leaves room for it. */
const EASY_FACTOR = 4;

/** What lasts no longer than this is not worth asking how much of it was ours. */
const TOO_SHORT_MS = 1;

/** The time between two ticks that have something to tell, from beginning to beginning: the shortest, and the one that is enough for whoever looks. Between them it goes by what a tick takes. */
export interface TickInterval {
  readonly leastMs: number;
  readonly enoughMs: number;
}

/** One that goes on in parts lets others have the thread between them: what it rests for is what waited at its end, not longer than this. The stream shows an older state meanwhile. */
const REST_AFTER_PARTS_MS = 250;

/** A look that fell due while we ticked: soon, and never a busy loop. */
const OVERDUE_MS = 16;

/** Decides when to tick (F5): at once after a quiet time, then at most once an interval; and when the model must be looked at again.
 *  *Invariant*: with nothing woken and nothing due there is no timer, so that an idle server costs nothing. */
export class Ticker {
  readonly #tick: () => TickResult;
  readonly #interval: () => TickInterval;
  readonly #clock: ClusterClock;
  readonly #timers: Timers;
  #pending: { cancel(): void } | undefined;
  #look: { readonly atMs: number; readonly timer: { cancel(): void } } | undefined;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  /** From the first part of a tick to its last: when it began, and what its parts took: of the processor, for a machine that others use too makes no tick dear. */
  #underWay: { readonly beganMs: number; tookMs: number } | undefined;
  /** It was woken for what the tick that is under way may have looked at before. */
  #isDueAgain = false;
  /** And does not rest before. */
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

  /** Something may have changed. Cheap: called for every watch event. */
  wake(): void {
    if (this.#underWay !== undefined) this.#isDueAgain = true;
    if (this.#underWay !== undefined || this.#pending !== undefined || this.#closed) return;
    const waitMs = this.#notBeforeMs - this.#timers.elapsedMs();
    // A fresh batch of events is read whole before the first tick.
    this.#pending = waitMs <= 0 ? this.#timers.soon(() => this.#run()) : this.#timers.after(waitMs, () => this.#run());
  }

  /** Ticks at once: what came so far is to be told before what comes next. Where a tick goes on in parts, right after it. */
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
    this.#look?.timer.cancel();
  }

  #run(): void {
    this.#pending = undefined;
    if (this.#closed) return;
    const startedMs = this.#timers.elapsedMs();
    const usedBeforeMs = this.#usedMs();
    const isInParts = this.#underWay !== undefined;
    const tick = this.#underWay ?? { beganMs: startedMs, tookMs: 0 };
    this.#underWay = tick;
    const { published, nextLookAtMs, goesOn, isDueAgain = this.#isDueAgain } = this.#tick();
    const endedMs = this.#timers.elapsedMs();
    const lastedMs = endedMs - startedMs;
    // Other threads of ours are in what was used, and take no longer than it lasted.
    tick.tookMs += lastedMs < TOO_SHORT_MS ? lastedMs : Math.min(lastedMs, this.#usedMs() - usedBeforeMs);
    if (goesOn) {
      this.#pending = this.#timers.soon(() => this.#run());
      return;
    }
    this.#underWay = undefined;
    this.#isDueAgain = false;
    const restedMs = tick.beganMs + tick.tookMs * REST_FACTOR;
    const readyMs = isInParts ? Math.min(restedMs, endedMs + REST_AFTER_PARTS_MS) : restedMs;
    const { leastMs, enoughMs } = this.#interval();
    const dueMs = tick.beganMs + Math.max(leastMs, Math.min(enoughMs, tick.tookMs * EASY_FACTOR));
    // A tick that found nothing must not make the next change wait a whole interval: node heartbeats come all the time.
    this.#notBeforeMs = published ? Math.max(dueMs, readyMs) : Math.min(dueMs, readyMs);
    if (this.#isDueAtOnce) this.#notBeforeMs = endedMs;
    this.#isDueAtOnce = false;
    this.#lookAt(nextLookAtMs);
    if (isDueAgain) this.wake();
  }

  #usedMs(): number {
    return this.#timers.usedMs?.() ?? this.#timers.elapsedMs();
  }

  #lookAt(atMs: number | undefined): void {
    if (this.#look?.atMs === atMs) return;
    this.#look?.timer.cancel();
    this.#look = undefined;
    if (atMs === undefined) return;
    const leftMs = atMs - this.#clock.nowMs();
    const timer = this.#clock.after(leftMs > 0 ? leftMs : OVERDUE_MS, () => {
      this.#look = undefined;
      this.wake();
    });
    this.#look = { atMs, timer };
  }
}
