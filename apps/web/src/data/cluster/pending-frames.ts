import { FrameReader } from "@daemonscope/shared/codec/read-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { type AnyFrame, baseSeq, type Frame } from "@daemonscope/shared/state/frame";

/**
 * Frames that arrived but are not read yet, without a gap. A page that is hidden or rarely notified applies them as one
 * change (F13).
 */
export class PendingFrames {
  #frames: AnyFrame[] = [];

  /**
   * Returns false if the frame does not directly follow the queued frames. With an empty queue it must follow the state
   * `after`.
   */
  add(frame: AnyFrame, after: { readonly epoch: string; readonly seq: number }): boolean {
    const last = this.#frames.at(-1) ?? after;
    if (frame.epoch !== last.epoch || baseSeq(frame) !== last.seq) return false;
    this.#frames.push(frame);
    return true;
  }

  /** The seq of the last queued frame; undefined if the queue is empty. */
  get seq(): number | undefined {
    return this.#frames.at(-1)?.seq;
  }

  /**
   * Empties the queue and returns its frames, read against the state that they follow. Returns "damaged" if they cannot
   * be read.
   */
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
