import type { ContainerSummary, NodeAllocatable, StringMap } from "@daemonscope/kube/objects";
import type { EndingHolder } from "../causes/classify-port.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { EventFact } from "../records/event-fact.ts";
import type { NodeLifecycle } from "../records/node-lifecycle.ts";
import type { Rejections } from "./rejections.ts";

/** One node × DaemonSet as the rules see it. `pods` is in the controller's order, without deleted pods (C2). */
export interface Pair {
  readonly node: string;
  readonly verdict: PlacementVerdict;
  readonly nodeUnready: boolean;
  /** `gone`: the node does not exist any more, and its pods remain. */
  readonly lifecycle: NodeLifecycle;
  /** The kubelet does not respond: the Ready condition is Unknown. A deletion takes effect only once the kubelet
   *  responds. */
  readonly nodeSilent?: boolean;
  /** Last transition of the node's Ready condition. */
  readonly nodeReadySinceMs?: number | undefined;
  readonly nodeCreatedAtMs?: number | undefined;
  readonly pods: readonly PodFacts[];
  /** What events report about these pods, newest first; undefined if nothing. */
  readonly podEvents?: readonly EventFact[] | undefined;
  /** Types of the node's pressure conditions that are True; undefined if there are none. */
  readonly nodePressures?: readonly string[] | undefined;
  /** The nodeSelector of the current template. */
  readonly templateNodeSelector?: StringMap | undefined;
  /** Undefined unless the scheduler refused a pod. */
  readonly nodeAllocatable?: NodeAllocatable | undefined;
  /** Pods of other DaemonSets that are being deleted. Undefined unless the scheduler refused a pod with host ports. */
  readonly endingHolders?: readonly EndingHolder[] | undefined;
  /** Returns the containers of a revision. Undefined unless a container of a pod has ended. */
  readonly containersOf?: ((hash: string | undefined) => readonly ContainerSummary[] | undefined) | undefined;
  /** Observed series of failed pods. */
  readonly rejections?: Rejections | undefined;
  /** Time since which a wanted pod is missing, if that was observed. */
  readonly missingSinceMs?: number | undefined;
  /** Time since which an unwanted pod exists, if that was observed. */
  readonly misscheduledSinceMs?: number | undefined;
}

/** Facts about the DaemonSet itself that the rules need. */
export interface SetFacts {
  readonly minReadySeconds: number;
  /** It has a deletionTimestamp: the controller creates no pods and writes no status any more. */
  readonly isBeingDeleted?: true;
  readonly currentHash: string | undefined;
  readonly templateGeneration: number | undefined;
  /** Time since which the current revision is current, if that was observed. Otherwise the creation of the newest of
   *  all revisions, which is not later. */
  readonly revisionSinceMs?: number | undefined;
  /** The revision became current unobserved, and another revision is newer: an undo returned to it some time after
   *  `revisionSinceMs`. */
  readonly isUndoneUnseen?: boolean;
  /** The newest failure to create a pod, while it holds. */
  readonly createError?: EventFact;
}
