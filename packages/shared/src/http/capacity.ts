import type { NodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { NodeLoad } from "@daemonscope/daemonset/capacity/node-load";

/** Answer of GET /api/fit?namespace=&daemonSet=&node=: read from the cluster per request. */
export interface FitAnswer {
  readonly at: number;
  /** The pod that waits for the scheduler; undefined if none waits any longer. */
  readonly waiting: { readonly pod: string; readonly fit: NodeFit } | undefined;
  /**
   * The only namespace whose pods were countable: pods elsewhere may use capacity too. Undefined if all were counted.
   */
  readonly onlyNamespace: string | undefined;
  /** The API server had more pods than were read. */
  readonly isCut: boolean;
}

/** Maximum number of DaemonSets of a node that are listed with their requests. */
export const MAX_OVERHEAD_ROWS = 50;

/** Answer of GET /api/node-capacity?name=: read from the cluster per request. */
export interface NodeCapacityAnswer extends NodeLoad {
  readonly at: number;
  /** Number of DaemonSets with pods on the node; the answer lists the first MAX_OVERHEAD_ROWS. */
  readonly daemonSetCount: number;
  /** Features of its kubelet in `status.declaredFeatures`; the scheduler requires those that a pod uses. */
  readonly declaredFeatures: readonly string[];
  /** As in FitAnswer. */
  readonly onlyNamespace: string | undefined;
  readonly isCut: boolean;
}
