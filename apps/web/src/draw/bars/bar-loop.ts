import { now, timeout, timer } from "d3";
import type { BarChange, BarShape, MovingBar } from "./moving-bar.ts";

/** Time and frames: the browser's by default, manual in tests. */
export interface FrameClock {
  readonly nowMs: () => number;
  /** Calls `step` before each frame; returns the function that stops it. */
  readonly eachFrame: (step: () => void) => () => void;
  readonly after: (ms: number, call: () => void) => () => void;
}

export const BROWSER_FRAMES: FrameClock = {
  nowMs: now,
  eachFrame: (step) => {
    const frames = timer(step);
    return () => frames.stop();
  },
  after: (ms, call) => {
    const wait = timeout(call, ms);
    return () => wait.stop();
  },
};

/** A drawing of a bar. */
export interface BarView {
  /** Draws the bar as of `nowMs`. Must not cause a layout. */
  readonly draw: (bar: MovingBar, nowMs: number) => void;
  /** A hidden view is not drawn until it is visible. */
  isVisible: boolean;
}

/** Moves all bars of the page in one loop. Frames run only while a visible bar moves. O(visible moving bars) a
 *  frame. */
export class BarLoop {
  readonly #clock: FrameClock;
  readonly #views = new Map<MovingBar, Set<BarView>>();
  readonly #moving = new Set<MovingBar>();
  #endFrames: (() => void) | undefined;
  #endMarks: (() => void) | undefined;

  constructor(clock: FrameClock) {
    this.#clock = clock;
  }

  /** Draws the bar now and after each change; returns the function that stops it. */
  attach(bar: MovingBar, view: BarView): () => void {
    const views = this.#views.get(bar) ?? new Set();
    this.#views.set(bar, views.add(view));
    view.draw(bar, this.#clock.nowMs());
    this.#run(bar);
    return () => {
      views.delete(view);
      if (views.size === 0) this.#views.delete(bar);
    };
  }

  show(bar: MovingBar, shape: BarShape, change: BarChange): void {
    const nowMs = this.#clock.nowMs();
    if (!bar.show(shape, change, nowMs)) return;
    this.#draw(bar, nowMs);
    this.#run(bar);
  }

  /** Records that a view became visible or hidden. */
  see(bar: MovingBar, view: BarView, isVisible: boolean): void {
    if (view.isVisible === isVisible) return;
    view.isVisible = isVisible;
    if (!isVisible) return;
    view.draw(bar, this.#clock.nowMs());
    this.#run(bar);
  }

  #run(bar: MovingBar): void {
    if (bar.isMovingAt(this.#clock.nowMs())) {
      this.#moving.add(bar);
      this.#endFrames ??= this.#clock.eachFrame(() => this.#step());
    }
    this.#waitForMarks();
  }

  #step(): void {
    const nowMs = this.#clock.nowMs();
    for (const bar of this.#moving) {
      const isSeen = this.#draw(bar, nowMs);
      if (!isSeen || !bar.isMovingAt(nowMs)) this.#moving.delete(bar);
    }
    if (this.#moving.size > 0) return;
    this.#endFrames?.();
    this.#endFrames = undefined;
  }

  /** Returns false if no view of the bar is visible. */
  #draw(bar: MovingBar, nowMs: number): boolean {
    let isSeen = false;
    for (const view of this.#views.get(bar) ?? []) {
      if (!view.isVisible) continue;
      view.draw(bar, nowMs);
      isSeen = true;
    }
    return isSeen;
  }

  /** Draws bars again when their marks end: no frames run for a mark. */
  #waitForMarks(): void {
    this.#endMarks?.();
    const nowMs = this.#clock.nowMs();
    let firstMs = Number.POSITIVE_INFINITY;
    for (const bar of this.#views.keys()) firstMs = Math.min(firstMs, bar.nextMarkEndMs(nowMs) ?? firstMs);
    this.#endMarks = Number.isFinite(firstMs) ? this.#clock.after(firstMs - nowMs, () => this.#marksEnded()) : undefined;
  }

  #marksEnded(): void {
    this.#endMarks = undefined;
    const nowMs = this.#clock.nowMs();
    for (const bar of this.#views.keys()) this.#draw(bar, nowMs);
    this.#waitForMarks();
  }
}
