import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { HistoryFramesAnswer } from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";

/** A state is kept every `CHECKPOINT_FRAMES` frames; states between are computed from the previous one. */
const CHECKPOINT_FRAMES = 64;

/** A part of the history that was read; the state at each of its moments is available. */
export class HistoryWindow {
  readonly fromMs: number;
  /** End of the known time. */
  readonly toMs: number;
  readonly #frames: readonly Frame[];
  /** States by the number of applied frames. */
  readonly #checkpoints = new Map<number, ClusterState>();
  #last: { readonly at: number; readonly state: ClusterState };

  private constructor(fromMs: number, toMs: number, first: ClusterState, frames: readonly Frame[]) {
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.#frames = frames;
    this.#checkpoints.set(0, first);
    this.#last = { at: 0, state: first };
  }

  /** Creates a window from an answer to a range; undefined if the answer cannot be decoded. */
  static of({ keyframe, frames, moreFromMs, unknownFromMs }: HistoryFramesAnswer, fromMs: number, toMs: number): HistoryWindow | undefined {
    const first = decodeKeyframe(keyframe);
    return first === undefined ? undefined : new HistoryWindow(fromMs, unknownFromMs ?? moreFromMs ?? toMs, first, frames);
  }

  covers(atMs: number): boolean {
    return atMs >= this.fromMs && atMs <= this.toMs;
  }

  /** Returns the state at a moment of the window; undefined if a frame does not apply. O(CHECKPOINT_FRAMES frames),
   *  and one frame at a time while it plays. */
  stateAt(atMs: number): ClusterState | undefined {
    const wanted = this.#framesUntil(atMs);
    let at = wanted - (wanted % CHECKPOINT_FRAMES);
    while (at > 0 && !this.#checkpoints.has(at)) at -= CHECKPOINT_FRAMES;
    let state = this.#checkpoints.get(at);
    if (this.#last.at <= wanted && this.#last.at > at) ({ at, state } = this.#last);
    while (state !== undefined && at < wanted) {
      const frame = this.#frames[at];
      const applied = frame === undefined ? undefined : applyFrame(state, frame);
      if (applied?.kind !== "applied") return undefined;
      state = applied.state;
      at += 1;
      if (at % CHECKPOINT_FRAMES === 0) this.#checkpoints.set(at, state);
    }
    if (state !== undefined) this.#last = { at, state };
    return state;
  }

  #framesUntil(atMs: number): number {
    let low = 0;
    let high = this.#frames.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#frames[middle]?.at ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
