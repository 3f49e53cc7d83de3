import { Signal } from "@daemonscope/kube/base/signal";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import type { ClusterView } from "../cluster/cluster-view.ts";
import type { ReadableCluster } from "../cluster/readable-cluster.ts";

interface ThrottleOptions {
  readonly paceMs: number;
  /** The pace while the user scrubs through history. The user then follows the slider and does not read. */
  readonly passingPaceMs: number;
  readonly nowMs: () => number;
  /** Calls back after `ms` milliseconds. Returns a function that cancels the wait. */
  readonly after: (ms: number, call: () => void) => () => void;
}

/**
 * Updates take at most this share of the time. Slow renders make updates rarer, so that the frames between them are
 * drawn.
 */
const MAX_RENDER_SHARE = 1 / 20;
/** The longest interval between updates, regardless of the render time. */
const SLOWEST_MS = 600;

/** Ten updates a second are as fast as a user can read. */
export const VIEW_THROTTLE: ThrottleOptions = {
  paceMs: 100,
  passingPaceMs: 300,
  nowMs: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

const isScrubbing = ({ moment }: ClusterView): boolean => moment !== undefined && moment.askedAtMs === undefined;

/** Identifies the subject of a view: its cluster, live or history, with or without all nodes. */
const subjectOf = ({ state, moment, nodesRead }: ClusterView): string =>
  `${moment === undefined ? "now" : "past"} ${nodesRead === undefined ? "all" : "some"} ${state?.epoch}`;

/**
 * A source that notifies at once after a quiet time, and then at most each `paceMs` (`passingPaceMs`). It notifies no
 * faster than renders finish. Another cluster, or a change to history, is notified at once. While it has listeners, the
 * snapshot stays the same between notifications.
 */
export class ThrottledCluster implements ReadableCluster {
  readonly #source: ReadableCluster;
  readonly #pace: ThrottleOptions;
  readonly #changed = new Signal();
  #view: ClusterView;
  #notifiedAtMs = Number.NEGATIVE_INFINITY;
  /** Real time that the listeners took for the last notification. */
  #tookMs = 0;
  #notifiedSubject: string;
  #endWait: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(source: ReadableCluster, pace: ThrottleOptions) {
    this.#source = source;
    this.#pace = pace;
    this.#view = source.snapshot();
    this.#notifiedSubject = subjectOf(this.#view);
  }

  readonly snapshot = (): ClusterView => {
    // A read before the first notification must not combine the state of one cluster with the name of another.
    if (this.#unsubscribe === undefined || subjectOf(this.#source.peek()) !== subjectOf(this.#view)) this.#view = this.#source.snapshot();
    return this.#view;
  };

  readonly peek = this.snapshot;

  readonly effectBetween = (from: number | undefined, to: number): FrameEffect => this.#source.effectBetween(from, to);

  /** Subscribes to the source while it has listeners. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#changed.subscribe(listener);
    if (this.#unsubscribe === undefined) {
      this.#unsubscribe = this.#source.subscribe(this.#onSourceChange);
      if (this.#source.snapshot() !== this.#view) this.#onSourceChange();
    }
    return () => {
      unsubscribe();
      if (this.#changed.hasListeners) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#endWait?.();
      this.#endWait = undefined;
    };
  };

  readonly #onSourceChange = (): void => {
    // This read leaves queued frames unread until the next notification.
    const newest = this.#source.peek();
    if (subjectOf(newest) !== this.#notifiedSubject) this.#notify();
    // A user who stops scrubbing reads at once.
    else if (isScrubbing(this.#view) && !isScrubbing(newest)) this.#notify();
    else if (this.#endWait === undefined) {
      const { paceMs, passingPaceMs, nowMs } = this.#pace;
      const renderLimitMs = Math.min(SLOWEST_MS, this.#tookMs / MAX_RENDER_SHARE);
      const waitMs = Math.max(0, this.#notifiedAtMs + Math.max(isScrubbing(newest) ? passingPaceMs : paceMs, renderLimitMs) - nowMs());
      this.#endWait = this.#pace.after(waitMs, () => this.#notify());
    }
  };

  #notify(): void {
    this.#endWait?.();
    this.#endWait = undefined;
    const { nowMs } = this.#pace;
    const notifiedAtMs = nowMs();
    this.#notifiedAtMs = notifiedAtMs;
    this.#view = this.#source.snapshot();
    this.#notifiedSubject = subjectOf(this.#view);
    this.#changed.emit();
    // React renders the update in its own microtask, which was queued before this one.
    queueMicrotask(() => {
      this.#tookMs = nowMs() - notifiedAtMs;
    });
  }
}
