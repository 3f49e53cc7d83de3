import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { HistoryFramesAnswer } from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";

/** A state is kept every `KEPT_EACH` frames; states between are computed from the previous one. */
const KEPT_EACH = 64;

/** A window of the history that was read: each of its moments is available. */
export class HistoryWindow {
  readonly fromMs: number;
  /** End of the known time. */
  readonly toMs: number;
  readonly #frames: readonly Frame[];
  /** Kept states, by the number of applied frames. */
  readonly #kept = new Map<number, ClusterState>();
  #last: { readonly at: number; readonly state: ClusterState };

  private constructor(fromMs: number, toMs: number, first: ClusterState, frames: readonly Frame[]) {
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.#frames = frames;
    this.#kept.set(0, first);
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

  /** Returns the state at a moment of the window; undefined if its frames do not fit each other. O(KEPT_EACH frames),
   *  and one frame at a time while it plays. */
  stateAt(atMs: number): ClusterState | undefined {
    const wanted = this.#framesUntil(atMs);
    let at = wanted - (wanted % KEPT_EACH);
    while (at > 0 && !this.#kept.has(at)) at -= KEPT_EACH;
    let state = this.#kept.get(at);
    if (this.#last.at <= wanted && this.#last.at > at) ({ at, state } = this.#last);
    while (state !== undefined && at < wanted) {
      const frame = this.#frames[at];
      const applied = frame === undefined ? undefined : applyFrame(state, frame);
      if (applied?.kind !== "applied") return undefined;
      state = applied.state;
      at += 1;
      if (at % KEPT_EACH === 0) this.#kept.set(at, state);
    }
    if (state !== undefined) this.#last = { at, state };
    return state;
  }

  /** Returns the number of frames until a moment. */
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
