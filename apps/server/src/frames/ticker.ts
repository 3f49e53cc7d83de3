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

/** Shares of the time that ticks may take: at most one part in two, over some of them. */
const REST_FACTOR = 2;

/** So many changes are much: they wait together, and a tick for them costs each of them little. */
const MUCH = 40;

/** A part of what is owed to others is paid with the rest after each tick. So one that takes far longer than the others, into which mostly a collection of the whole heap fell, is rested for over some ticks: at once,
 *  it would hold up news for twice as long as it lasted. */
const PAID_PART = 1 / 8;

/** What takes so long is no collection, and rests at once. */
const LONG_MS = 100;

/** What lasts no longer than this is not worth asking how much of it was ours. */
const TOO_SHORT_MS = 1;

/** The time between two ticks that have something to tell, from beginning to beginning: the one that is enough for whoever looks; and the shortest, where much waits. Both are longer where ticks take more than their share. */
export interface TickInterval {
  readonly leastMs: number;
  readonly enoughMs: number;
}

/** One that goes on in parts lets others have the thread between them: what it rests for is what waited at its end, not longer than this. The stream shows an older state meanwhile. */
const REST_AFTER_PARTS_MS = 250;

/** A look that fell due while we ticked: soon, and never a busy loop. */
const OVERDUE_MS = 16;

/** Decides when to tick (F5): at once after a quiet time, then at most once an interval, which is shorter where much waits; and when the model must be looked at again.
 *  *Invariant*: with nothing woken and nothing due there is no timer, so that an idle server costs nothing. */
export class Ticker {
  readonly #tick: () => TickResult;
  readonly #interval: () => TickInterval;
  readonly #clock: ClusterClock;
  readonly #timers: Timers;
  #pending: { cancel(): void } | undefined;
  #look: { readonly atMs: number; readonly timer: { cancel(): void } } | undefined;
  #notBeforeMs = { much: Number.NEGATIVE_INFINITY, little: Number.NEGATIVE_INFINITY };
  /** Times that it was woken since a tick began. */
  #woken = 0;
  /** What ticks took and have not rested for, as of when the last one began. */
  #owedMs = 0;
  #owedAtMs = Number.NEGATIVE_INFINITY;
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
    this.#woken++;
    if (this.#underWay !== undefined) this.#isDueAgain = true;
    if (this.#underWay !== undefined || this.#closed) return;
    if (this.#pending === undefined) this.#runWhenRested();
    else if (this.#woken === MUCH && this.#notBeforeMs.much < this.#notBeforeMs.little) {
      this.#pending.cancel();
      this.#runWhenRested();
    }
  }

  #runWhenRested(): void {
    const waitMs = this.#notBeforeMs[this.#woken < MUCH ? "little" : "much"] - this.#timers.elapsedMs();
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
    if (!isInParts) this.#woken = 0;
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
    const restedMs = tick.beganMs + this.#restFor(tick);
    const readyMs = isInParts ? Math.min(restedMs, endedMs + REST_AFTER_PARTS_MS) : restedMs;
    const { leastMs, enoughMs } = this.#interval();
    const dueMs = { much: tick.beganMs + leastMs, little: tick.beganMs + enoughMs };
    // A tick that found nothing must not make the next change wait a whole interval: node heartbeats come all the time.
    const notBefore = (due: number) => (this.#isDueAtOnce ? endedMs : published ? Math.max(due, readyMs) : Math.min(dueMs.much, readyMs));
    this.#notBeforeMs = { much: notBefore(dueMs.much), little: notBefore(dueMs.little) };
    this.#isDueAtOnce = false;
    this.#lookAt(nextLookAtMs);
    if (isDueAgain) this.wake();
  }

  /** How long after its beginning a tick is rested for. */
  #restFor({ beganMs, tookMs }: { readonly beganMs: number; readonly tookMs: number }): number {
    this.#owedMs = Math.max(0, this.#owedMs - (beganMs - this.#owedAtMs) / REST_FACTOR);
    this.#owedAtMs = beganMs;
    if (tookMs >= LONG_MS) return tookMs * REST_FACTOR;
    this.#owedMs += tookMs;
    return this.#owedMs * PAID_PART * REST_FACTOR;
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
