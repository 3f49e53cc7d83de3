import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import type { ClusterView } from "./cluster-view.ts";

/** A source of views: the store, or a slower reader of it. */
export interface ReadableCluster {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => ClusterView;
  /**
   * Returns the snapshot of the last read, with the current connection, moment and identity. Leaves queued frames
   * unread, so that a caller may check these fields with each frame.
   */
  readonly peek: () => ClusterView;
  /** Returns the changes between two versions; all, if `from` is undefined or no longer stored. */
  readonly effectBetween: (from: number | undefined, to: number) => FrameEffect;
}
