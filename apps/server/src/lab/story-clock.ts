import type { Timers } from "../clock.ts";
import type { DrivenClock } from "./lab-stage.ts";

/** Cluster time of one slice of a jump: small enough that what happens between is seen as it happens. */
const SLICE_MS = 250;
const MOST_SLICES = 400;
/** Cluster time that may pass while something ends, and how much of it at a time. */
const PASSED_MS = 10_000;
const PASSED_SLICE_MS = 50;
/** Real time between two slices: watches and frames get their turn. */
const SLICE_EVERY_MS = 4;

/** Play, pause, speed and steps: everything goes through the cluster's own clock, so that nothing else has to know. */
export class StoryClock {
  readonly #clock: DrivenClock;
  readonly #timers: Timers;
  readonly #wallNowMs: () => number;
  #speed: number;

  constructor(options: {
    readonly clock: DrivenClock;
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

  /** Cluster seconds in a real one, while it plays. */
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

  /** Lets cluster time pass until it is so, a little more at a time where the clock stands; false when it is not so in ten seconds. */
  async passUntil(isSo: () => Promise<boolean>): Promise<boolean> {
    const endMs = this.#clock.nowMs() + PASSED_MS;
    for (;;) {
      if (await isSo()) return true;
      if (this.#clock.nowMs() >= endMs) return false;
      if (!this.playing) this.#clock.advance(PASSED_SLICE_MS);
      await new Promise<void>((done) => void this.#timers.after(SLICE_EVERY_MS, done));
    }
  }

  /** Lets so much cluster time pass, as fast as it can be watched, and stands. */
  async advance(ms: number): Promise<void> {
    this.pause();
    // To an absolute end: parts that are summed fall short of it by a hair, and what is due then is not done.
    const endMs = this.#clock.nowMs() + ms;
    const sliceMs = Math.max(SLICE_MS, Math.ceil(ms / MOST_SLICES));
    for (let left = ms; left > 0; left = endMs - this.#clock.nowMs()) {
      this.#clock.advance(Math.min(sliceMs, left));
      if (left > sliceMs) await new Promise<void>((done) => void this.#timers.after(SLICE_EVERY_MS, done));
    }
  }
}
