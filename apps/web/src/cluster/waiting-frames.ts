import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { FrameReader } from "@daemonscope/shared/codec/read-frame";
import { type AnyFrame, type Frame, seqBefore } from "@daemonscope/shared/frame";

/** Frames that came and were not read yet, each right after the one before: a page that is told rarely, or not seen, takes them over as one change (F13). */
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

  /** All of them, read against the state that they wait for, and none waits any more; "damaged" when they cannot be read. */
  take(state: ClusterState): readonly Frame[] | "damaged" {
    const waiting = this.#frames;
    this.#frames = [];
    const reader = new FrameReader(state);
    const frames: Frame[] = [];
    for (const each of waiting) {
      const frame = reader.read(each);
      if (frame === undefined) return "damaged";
      frames.push(frame);
    }
    return frames;
  }
}
