import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { FrameReader } from "@daemonscope/shared/codec/read-frame";
import { compose } from "@daemonscope/shared/compose-frames";
import { type AnyFrame, type Frame, seqBefore } from "@daemonscope/shared/frame";

/** Up to so many are applied one after the other: to compose two takes longer than to apply both, but what is applied is copied each time. */
const FEW = 32;

/** Frames that came and were not read yet, each right after the one before: a page that is told rarely, or not seen, applies one (F12). */
export class WaitingFrames {
  #frames: AnyFrame[] = [];

  /** False when a frame does not come right after those that wait, or after the state that they wait for. */
  add(frame: AnyFrame, after: { readonly epoch: string; readonly seq: number }): boolean {
    const last = this.#frames.at(-1) ?? after;
    if (frame.epoch !== last.epoch || seqBefore(frame) !== last.seq) return false;
    this.#frames.push(frame);
    return true;
  }

  /** The seq that they lead to; undefined while none waits. */
  get seq(): number | undefined {
    return this.#frames.at(-1)?.seq;
  }

  /** All of them, many as one, read against the state that they wait for, and none waits any more; "damaged" when they cannot be read or do not compose.
   *  O(changes × log frames). */
  take(state: ClusterState): readonly Frame[] | "damaged" {
    const waiting = this.#frames;
    this.#frames = [];
    const reader = new FrameReader(state);
    let frames: Frame[] = [];
    for (const each of waiting) {
      const frame = reader.read(each);
      if (frame === undefined) return "damaged";
      frames.push(frame);
    }
    if (frames.length <= FEW) return frames;
    // In pairs: a large frame is not composed again with each small one.
    while (frames.length > 1) {
      const pairs: Frame[] = [];
      for (let at = 0; at < frames.length; at += 2) {
        const [a, b] = [frames[at], frames[at + 1]];
        const composed = a === undefined || b === undefined ? a : compose(a, b);
        if (composed === undefined) return "damaged";
        pairs.push(composed);
      }
      frames = pairs;
    }
    return frames;
  }
}
