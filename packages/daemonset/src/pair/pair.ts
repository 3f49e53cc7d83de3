import type { Verdict } from "../placement/placement.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { Rejections } from "./rejections.ts";

/** One node × DaemonSet as the rules see it. `pods` in the controller's order, without those that are gone (C2). */
export interface Pair {
  readonly node: string;
  readonly verdict: Verdict;
  readonly nodeUnready: boolean;
  /** The kubelet does not respond: the Ready condition is Unknown. A deletion takes effect only once it responds. */
  readonly nodeSilent?: boolean;
  /** Last transition of the node's Ready condition. */
  readonly nodeReadySinceMs?: number | undefined;
  readonly nodeCreatedAtMs?: number | undefined;
  readonly pods: readonly PodFacts[];
  /** Pods of it that failed one after the other, as far as it was seen. */
  readonly rejections?: Rejections | undefined;
  /** Since when a pod is wanted and none is there, if it was seen. */
  readonly missingSinceMs?: number | undefined;
  /** Since when a pod is there and none is wanted, if it was seen. */
  readonly misscheduledSinceMs?: number | undefined;
}

/** What the rules need of the DaemonSet itself. */
export interface SetFacts {
  readonly minReadySeconds: number;
  readonly currentHash: string | undefined;
  readonly templateGeneration: number | undefined;
  /** Since when the current revision is the current one: when we saw it become that, else when the newest of all revisions was made, which is not later. */
  readonly revisionSinceMs?: number | undefined;
  /** Nobody saw it become that, and it was made before another was: it was undone, some time after `revisionSinceMs`. */
  readonly isUndoneUnseen?: boolean;
}
