import { Signal } from "@daemonscope/kube/base/signal";
import type { HistoryFramesAnswer, HistoryGap, KeptHistory } from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { type FrameEffect, WHOLE_EFFECT } from "@daemonscope/shared/state/frame-effect";
import { stateDifference } from "@daemonscope/shared/state/state-difference";
import type { ClusterView } from "../../../data/cluster/cluster-view.ts";
import { EffectHistory } from "../../../data/cluster/effect-history.ts";
import type { ReadableCluster } from "../../../data/cluster/readable-cluster.ts";
import { HistoryWindow } from "./history-window.ts";

interface HistoryPlayerOptions {
  readonly fetchFrames: (fromMs: number, toMs: number, signal: AbortSignal) => Promise<HistoryFramesAnswer>;
  /** Cluster time now: nothing later is requested. */
  readonly nowMs: () => number;
  /** Start of the kept history, and times without a watch; undefined while unknown. */
  readonly kept: () => Pick<KeptHistory, "fromMs" | "gaps"> | undefined;
  /** Called with each status before listeners are notified. */
  readonly onStatus: (status: PlayerStatus) => void;
  /** Calls back after a time in milliseconds; returns a function that cancels. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** Calls back before the browser draws, with the real time in milliseconds; returns a function that cancels. */
  readonly onNextFrame: (call: (realMs: number) => void) => () => void;
}

/** State of the timeline's handle. */
export interface PlayerStatus {
  /** The requested moment; undefined while the page is live. */
  readonly wantedMs: number | undefined;
  /** The requested moment is shown. */
  readonly isShown: boolean;
  /** Cluster seconds per real second while it plays; 0 while it is paused. */
  readonly rate: number;
  /** The reason why the moment cannot be shown. */
  readonly problem: unknown;
}

/** Versions of the history start beyond those that the live state can reach (EffectHistory). */
const FIRST_VERSION = 2 ** 40;
/** Range that is read around a requested moment. */
const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;
/** Real time that is read ahead while it plays. */
const AHEAD_MS = 6_000;
const MAX_WINDOWS = 8;
/** Data that is not in frames is requested after `SETTLED_MS` without a move, and each `DETAILS_INTERVAL_MS` while it
 *  plays. */
const SETTLED_MS = 200;
const DETAILS_INTERVAL_MS = 1000;
/** More recent events may not have arrived yet: the history ends this long before now. */
export const LIVE_EDGE_MS = 2000;
/** Maximum real time of a playback step, so that playback does not jump after a pause of the browser. */
const MAX_STEP_MS = 250;

const NOW: PlayerStatus = { wantedMs: undefined, isShown: false, rate: 0, problem: undefined };

/** The cluster at a moment of the history that a user drags, clicks or plays to. The shown state always belongs to the
 *  reported moment: until another one is read, the previous one remains. */
export class HistoryPlayer implements ReadableCluster {
  readonly #options: HistoryPlayerOptions;
  readonly #changed = new Signal();
  readonly #effects = new EffectHistory(FIRST_VERSION);
  /** Sorted by use, the most recent last. */
  #windows: HistoryWindow[] = [];
  #shownFrom: HistoryWindow | undefined;
  #reading: AbortController | undefined;
  #status = NOW;
  #endPlay: (() => void) | undefined;
  #endSettle: (() => void) | undefined;
  #isPassing = false;
  /** Number of times that the moment was set instead of reached by playing. */
  #jumps = 0;
  #detailsAtRealMs = 0;
  #view: ClusterView = {
    state: undefined,
    version: FIRST_VERSION - 1,
    seq: 0,
    epoch: undefined,
    connection: "open",
    lastReceivedAtMs: undefined,
    lostAtMs: undefined,
    behind: undefined,
    doubt: undefined,
    clusterAtMs: 0,
    clockRate: 0,
    resyncs: 0,
    moment: undefined,
    nodesRead: undefined,
    problem: undefined,
  };

  constructor(options: HistoryPlayerOptions) {
    this.#options = options;
  }

  readonly snapshot = (): ClusterView => this.#view;

  readonly peek = this.snapshot;
  readonly status = (): PlayerStatus => this.#status;
  readonly effectBetween = (from: number | undefined, to: number): FrameEffect => this.#effects.between(from, to);
  readonly subscribe = this.#changed.subscribe;

  /** Goes to a moment. `isPassing`: more seeks follow at once, as while the user drags the handle. */
  seek(atMs: number, isPassing = false): void {
    this.#stopPlay();
    this.#endSettle?.();
    this.#isPassing = isPassing;
    this.#jumps++;
    const nowMs = this.#options.nowMs();
    // A future moment is requested, so that the server answers with the reason.
    this.#want(Math.round(atMs > nowMs ? atMs : Math.min(atMs, nowMs - LIVE_EDGE_MS)));
    if (isPassing) this.#endSettle = this.#options.after(SETTLED_MS, () => this.#settle());
  }

  /** Plays from the current moment until now. */
  play(rate: number): void {
    const { wantedMs } = this.#status;
    if (wantedMs === undefined) return;
    this.#stopPlay();
    this.#set({ rate });
    let before: number | undefined;
    const step = (realMs: number) => {
      this.#endPlay = this.#options.onNextFrame(step);
      const passedMs = before === undefined ? 0 : Math.min(realMs - before, MAX_STEP_MS);
      before = realMs;
      this.#playOn(passedMs * rate, realMs, rate);
    };
    this.#endPlay = this.#options.onNextFrame(step);
  }

  pause(): void {
    this.#stopPlay();
    this.#settle();
  }

  /** Returns to the live state; read windows remain cached. */
  leave(): void {
    this.#stopPlay();
    this.#endSettle?.();
    this.#reading?.abort();
    this.#reading = undefined;
    // Readers switch to the live cluster first, so that none sees an empty state.
    this.#set(NOW);
    this.#view = { ...this.#view, state: undefined, moment: undefined };
    this.#shownFrom = undefined;
  }

  /** Discards read windows, because they belong to another log. */
  forget(): void {
    this.#windows = [];
    this.#shownFrom = undefined;
    this.#view = { ...this.#view, state: undefined };
    this.#reading?.abort();
    this.#reading = undefined;
    const { wantedMs } = this.#status;
    if (wantedMs !== undefined) this.#want(wantedMs);
  }

  #stopPlay(): void {
    this.#endPlay?.();
    this.#endPlay = undefined;
    if (this.#status.rate !== 0) this.#set({ rate: 0 });
  }

  #playOn(passedMs: number, realMs: number, rate: number): void {
    const { wantedMs, isShown, problem } = this.#status;
    if (wantedMs === undefined || problem !== undefined) return this.#stopPlay();
    const nowMs = this.#options.nowMs() - LIVE_EDGE_MS;
    if (isShown) {
      const next = Math.min(wantedMs + passedMs, nowMs, this.#shownFrom?.toMs ?? wantedMs);
      if (next > wantedMs) this.#want(Math.floor(next));
    }
    const toMs = this.#shownFrom?.toMs ?? wantedMs;
    const gap = this.#gapAt(toMs);
    // Skips times without a watch.
    if (isShown && gap !== undefined && (this.#status.wantedMs ?? 0) >= toMs) {
      this.#jumps++;
      this.#want(Math.ceil(gap.toMs));
    } else if (toMs < nowMs && wantedMs + rate * AHEAD_MS > toMs) this.#readAhead(Math.ceil(gap?.toMs ?? toMs), rate);
    if (realMs - this.#detailsAtRealMs >= DETAILS_INTERVAL_MS) {
      this.#detailsAtRealMs = realMs;
      this.#allowDetails();
    }
    if ((this.#status.wantedMs ?? 0) >= nowMs - 1) this.leave();
  }

  /** Reads the window after a moment, so that playing does not stop there. */
  #readAhead(toMs: number, rate: number): void {
    const window = this.#windows.findLast((each) => each.fromMs <= toMs && each.toMs > toMs);
    if (window !== undefined) {
      if ((this.#status.wantedMs ?? 0) >= toMs) this.#shownFrom = window;
      return;
    }
    if (this.#reading === undefined) void this.#read(toMs, toMs + Math.max(AFTER_MS, rate * AHEAD_MS * 2));
  }

  #gapAt(atMs: number): HistoryGap | undefined {
    return this.#options.kept()?.gaps?.find((gap) => atMs >= gap.fromMs && atMs < gap.toMs);
  }

  /** Returns the start of the uninterrupted watch that contains a moment. */
  #watchedSinceMs(atMs: number): number {
    if (this.#gapAt(atMs) !== undefined) return atMs;
    const { fromMs = atMs, gaps = [] } = this.#options.kept() ?? {};
    return gaps.findLast(({ toMs }) => toMs <= atMs)?.toMs ?? fromMs;
  }

  #settle(): void {
    this.#endSettle?.();
    this.#isPassing = false;
    this.#allowDetails();
  }

  /** Allows requests to the server for the shown moment. */
  #allowDetails(): void {
    const { moment } = this.#view;
    if (moment === undefined || !this.#status.isShown || moment.askedAtMs === moment.atMs) return;
    this.#view = { ...this.#view, moment: { ...moment, askedAtMs: moment.atMs } };
    this.#notify();
  }

  #want(atMs: number): void {
    this.#set({ wantedMs: atMs, problem: undefined });
    const window = this.#shownFrom?.covers(atMs) === true ? this.#shownFrom : this.#windows.findLast((each) => each.covers(atMs));
    if (window === undefined) {
      this.#set({ isShown: false });
      if (this.#reading === undefined)
        void this.#read(Math.min(Math.max(atMs - BEFORE_MS, this.#watchedSinceMs(atMs)), atMs), atMs + AFTER_MS);
      return;
    }
    const state = window.stateAt(atMs);
    if (state !== undefined) return this.#show(window, state, atMs);
    this.#windows = this.#windows.filter((each) => each !== window);
    this.#set({ isShown: false, problem: new Error("the frames of this time do not fit each other") });
  }

  #show(window: HistoryWindow, state: ClusterState, atMs: number): void {
    const { state: before, moment } = this.#view;
    // In another window each record is another object: everything is redrawn.
    this.#effects.append(before === undefined || window !== this.#shownFrom ? WHOLE_EFFECT : stateDifference(before, state));
    this.#shownFrom = window;
    this.#windows = [...this.#windows.filter((each) => each !== window), window].slice(-MAX_WINDOWS);
    const askedAtMs = this.#status.rate > 0 ? moment?.askedAtMs : this.#isPassing ? undefined : atMs;
    this.#view = {
      ...this.#view,
      state,
      version: this.#effects.version,
      seq: state.seq,
      epoch: state.epoch,
      clusterAtMs: atMs,
      moment: { atMs, askedAtMs, jumps: this.#jumps },
    };
    this.#set({ isShown: true });
  }

  /** Reads a window. If another moment is wanted by then, its window is read next. */
  async #read(fromMs: number, toMs: number): Promise<void> {
    const controller = new AbortController();
    this.#reading = controller;
    // A moment is whole milliseconds: a window that ended between two would never be played to its end.
    const until = Math.max(fromMs, Math.floor(Math.min(toMs, this.#options.nowMs() - LIVE_EDGE_MS)));
    const wanted = this.#status.wantedMs;
    try {
      const window = HistoryWindow.of(await this.#options.fetchFrames(fromMs, until, controller.signal), fromMs, until);
      if (this.#reading !== controller) return;
      this.#reading = undefined;
      if (window === undefined) throw new Error("the state of this time could not be read");
      this.#windows = [...this.#windows, window].slice(-MAX_WINDOWS);
      const { wantedMs, isShown } = this.#status;
      if (window.toMs <= fromMs && wantedMs !== undefined && wantedMs > window.toMs) throw new Error("nothing is known of this time");
      // The answer does not reach the moment: continue from its end.
      if (wantedMs !== undefined && wantedMs === wanted && window.toMs < until && wantedMs > window.toMs)
        return await this.#read(window.toMs, wantedMs + AFTER_MS);
      if (wantedMs !== undefined && !isShown) this.#want(wantedMs);
    } catch (error) {
      if (this.#reading !== controller && this.#reading !== undefined) return;
      this.#reading = undefined;
      if (!controller.signal.aborted) this.#set({ isShown: false, problem: error });
    }
  }

  #set(change: Partial<PlayerStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#options.onStatus(this.#status);
    this.#notify();
  }

  #notify(): void {
    this.#changed.emit();
  }
}
