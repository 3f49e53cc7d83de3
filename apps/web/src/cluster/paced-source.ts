import type { FrameEffect } from "@daemonscope/shared/frame-effect";
import type { ClusterSource } from "./cluster-source.ts";
import type { ClusterView } from "./cluster-view.ts";

export interface Pace {
  readonly paceMs: number;
  /** While somebody passes by moments of the past: the hand is looked after then, and not read. */
  readonly passingPaceMs: number;
  readonly nowMs: () => number;
  /** Calls back after so long, in milliseconds; gives what ends the wait. */
  readonly after: (ms: number, call: () => void) => () => void;
}

/** What is told takes at most this part of the time: what takes long to draw is told more seldom, and the frames between are drawn. */
const SHARE = 1 / 20;
/** However long it takes. */
const SLOWEST_MS = 600;

/** Ten times a second is as fast as anybody reads. */
export const READING_PACE: Pace = {
  paceMs: 100,
  passingPaceMs: 300,
  nowMs: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

const isPassing = ({ moment }: ClusterView): boolean => moment !== undefined && moment.askedAtMs === undefined;

/** Of what a view is: of a cluster, now or in the past, with its nodes or before they are there. */
const of = ({ state, moment, nodesRead }: ClusterView): string =>
  `${moment === undefined ? "now" : "past"} ${nodesRead === undefined ? "all" : "some"} ${state?.epoch}`;

/** What is known, told on at once after a quiet time and then at most each `paceMs` (`passingPaceMs`), and no faster than it is drawn; that it is of another cluster, or of the past, is told at once. Between, its snapshot
 *  stays that of one moment, as long as somebody listens. */
export class PacedSource implements ClusterSource {
  readonly #source: ClusterSource;
  readonly #pace: Pace;
  readonly #listeners = new Set<() => void>();
  #view: ClusterView;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  /** Real time that all who were told last took. */
  #tookMs = 0;
  #told: string;
  #endWait: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(source: ClusterSource, pace: Pace) {
    this.#source = source;
    this.#pace = pace;
    this.#view = source.snapshot();
    this.#told = of(this.#view);
  }

  readonly snapshot = (): ClusterView => {
    // Whoever looks before anybody was told must not see the state of one cluster beside the name of another.
    if (this.#unsubscribe === undefined || of(this.#source.glance()) !== of(this.#view)) this.#view = this.#source.snapshot();
    return this.#view;
  };

  readonly glance = this.snapshot;

  readonly effectBetween = (from: number | undefined, to: number): FrameEffect => this.#source.effectBetween(from, to);

  /** Reads on while somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#unsubscribe === undefined) {
      this.#unsubscribe = this.#source.subscribe(this.#hear);
      if (this.#source.snapshot() !== this.#view) this.#hear();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#endWait?.();
      this.#endWait = undefined;
    };
  };

  readonly #hear = (): void => {
    // Frames that wait are read when it is time to.
    const newest = this.#source.glance();
    if (of(newest) !== this.#told) this.#tell();
    // Who stands still reads at once.
    else if (isPassing(this.#view) && !isPassing(newest)) this.#tell();
    else if (this.#endWait === undefined) {
      const { paceMs, passingPaceMs, nowMs } = this.#pace;
      const asFastAsShown = Math.min(SLOWEST_MS, this.#tookMs / SHARE);
      const waitMs = Math.max(0, this.#toldAtMs + Math.max(isPassing(newest) ? passingPaceMs : paceMs, asFastAsShown) - nowMs());
      this.#endWait = this.#pace.after(waitMs, () => this.#tell());
    }
  };

  #tell(): void {
    this.#endWait?.();
    this.#endWait = undefined;
    const { nowMs } = this.#pace;
    const toldAtMs = nowMs();
    this.#toldAtMs = toldAtMs;
    this.#view = this.#source.snapshot();
    this.#told = of(this.#view);
    for (const listener of this.#listeners) listener();
    // React renders what was told in a microtask of its own, which was asked for before this one.
    queueMicrotask(() => {
      this.#tookMs = nowMs() - toldAtMs;
    });
  }
}
