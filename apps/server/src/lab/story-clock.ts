import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ControllableClock } from "./lab-environment.ts";

/** Cluster time of one slice of a jump; short, so that intermediate states are seen. */
const SLICE_MS = 250;
/** A jump that would need more slices has longer ones. */
const MAX_SLICES = 400;
/** Limit of the cluster time that `passUntil` advances, and the length of its slices. */
const PASS_LIMIT_MS = 10_000;
const PASS_SLICE_MS = 50;
/** Real time between two slices, in which watches and frames are processed. */
const SLICE_EVERY_MS = 4;

/**
 * Play, pause, speed and steps of a story. They move the cluster's own clock, so that other code only reads the clock.
 */
export class StoryClock {
  readonly #clock: ControllableClock;
  readonly #timers: Timers;
  readonly #wallNowMs: () => number;
  #speed: number;

  constructor(options: {
    readonly clock: ControllableClock;
    readonly timers: Timers;
    readonly wallNowMs: () => number;
    readonly speed: number;
  }) {
    this.#clock = options.clock;
    this.#timers = options.timers;
    this.#wallNowMs = options.wallNowMs;
    this.#speed = options.speed;
  }

  get playing(): boolean {
    return this.#clock.rate > 0;
  }

  /** Cluster seconds per real second, while it plays. */
  get speed(): number {
    return this.#speed;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  play(speed = this.#speed): void {
    this.pause();
    this.#speed = speed;
    this.#clock.run({ nowMs: this.#wallNowMs, setTimer: (delayMs, callback) => this.#timers.after(delayMs, callback) }, speed);
  }

  pause(): void {
    if (this.playing) this.#clock.stop();
  }

  /**
   * Waits until a condition is true; if the clock is paused, advances it in slices. Returns false after ten seconds of
   * cluster time.
   */
  async passUntil(isMet: () => Promise<boolean>): Promise<boolean> {
    const endMs = this.#clock.nowMs() + PASS_LIMIT_MS;
    for (;;) {
      if (await isMet()) return true;
      if (this.#clock.nowMs() >= endMs) return false;
      if (!this.playing) this.#clock.advance(PASS_SLICE_MS);
      await new Promise<void>((done) => void this.#timers.after(SLICE_EVERY_MS, done));
    }
  }

  /** Pauses the clock and advances it by `ms`, as fast as the watches can follow. */
  async advance(ms: number): Promise<void> {
    this.pause();
    // The end is absolute. A sum of slices would end slightly earlier through rounding, and work that is due at the end
    // would not run.
    const endMs = this.#clock.nowMs() + ms;
    const sliceMs = Math.max(SLICE_MS, Math.ceil(ms / MAX_SLICES));
    for (let leftMs = ms; leftMs > 0; leftMs = endMs - this.#clock.nowMs()) {
      this.#clock.advance(Math.min(sliceMs, leftMs));
      if (leftMs > sliceMs) await new Promise<void>((done) => void this.#timers.after(SLICE_EVERY_MS, done));
    }
  }
}
