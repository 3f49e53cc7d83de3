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

/** Shares of the time that ticks may take: at most one part in four. */
const REST_FACTOR = 3;

/** A look that fell due while we ticked: soon, and never a busy loop. */
const OVERDUE_MS = 16;

/** Decides when to tick (F5): at once after a quiet time, then at most once an interval; and when the model must be looked at again.
 *  *Invariant*: with nothing woken and nothing due there is no timer, so that an idle server costs nothing. */
export class Ticker {
  readonly #tick: () => TickResult;
  readonly #intervalMs: () => number;
  readonly #clock: ClusterClock;
  readonly #timers: Timers;
  #pending: { cancel(): void } | undefined;
  #look: { readonly atMs: number; readonly timer: { cancel(): void } } | undefined;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  /** From the first part of a tick to its last. */
  #isUnderWay = false;
  /** It was woken for what the tick that is under way may have looked at before. */
  #isDueAgain = false;
  #closed = false;

  constructor(options: {
    readonly tick: () => TickResult;
    readonly intervalMs: () => number;
    readonly clock: ClusterClock;
    readonly timers: Timers;
  }) {
    this.#tick = options.tick;
    this.#intervalMs = options.intervalMs;
    this.#clock = options.clock;
    this.#timers = options.timers;
  }

  /** Something may have changed. Cheap: called for every watch event. */
  wake(): void {
    if (this.#isUnderWay) this.#isDueAgain = true;
    if (this.#isUnderWay || this.#pending !== undefined || this.#closed) return;
    const waitMs = this.#notBeforeMs - this.#timers.elapsedMs();
    // A fresh batch of events is read whole before the first tick.
    this.#pending = waitMs <= 0 ? this.#timers.soon(() => this.#run()) : this.#timers.after(waitMs, () => this.#run());
  }

  /** Ticks at once: what came so far is to be told before what comes next. */
  runNow(): void {
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
    this.#isUnderWay = true;
    const { published, nextLookAtMs, goesOn, isDueAgain = this.#isDueAgain } = this.#tick();
    if (goesOn) {
      this.#pending = this.#timers.soon(() => this.#run());
      return;
    }
    this.#isUnderWay = false;
    this.#isDueAgain = false;
    const tookMs = this.#timers.elapsedMs() - startedMs;
    const restMs = tookMs * REST_FACTOR;
    // A tick that found nothing must not make the next change wait a whole interval: node heartbeats come all the time.
    this.#notBeforeMs = startedMs + (published ? Math.max(this.#intervalMs(), restMs) : Math.min(this.#intervalMs(), restMs));
    this.#lookAt(nextLookAtMs);
    if (isDueAgain) this.wake();
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
