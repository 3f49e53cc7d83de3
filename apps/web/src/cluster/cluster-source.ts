import type { FrameEffect } from "@daemonscope/shared/frame-effect";
import type { ClusterView } from "./cluster-view.ts";

/** Where views get what is known from: the store, or a slower reader of it. */
export interface ClusterSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => ClusterView;
  /** The snapshot as it was when somebody read it last, with what is known now of the connection, the moment and of what the page is: for who asks only that, with each frame, of which none is read for it. */
  readonly glance: () => ClusterView;
  /** What differs between the states of two versions; all of it when `from` is undefined or forgotten. */
  readonly effectBetween: (from: number | undefined, to: number) => FrameEffect;
}
