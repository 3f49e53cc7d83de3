import type { NodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { NodeLoad } from "@daemonscope/daemonset/capacity/node-load";

/** Answer of GET /api/fit?namespace=&daemonSet=&node=: read from the cluster when asked for. */
export interface FitAnswer {
  readonly at: number;
  /** The pod that waits for the scheduler; undefined when none does any more. */
  readonly waiting: { readonly pod: string; readonly fit: NodeFit } | undefined;
  /** The only namespace whose pods could be counted: others may take room too. Undefined where all were. */
  readonly onlyNamespace: string | undefined;
  /** The API server had more pods than were read. */
  readonly isCut: boolean;
}

/** DaemonSets of a node that are told with what they request. */
export const MOST_TAXES = 50;

/** Answer of GET /api/node-capacity?name=: read from the cluster when asked for. */
export interface NodeCapacityAnswer extends NodeLoad {
  readonly at: number;
  /** How many DaemonSets have pods there; `taxes` has the first MOST_TAXES. */
  readonly daemonSetCount: number;
  /** As in FitAnswer. */
  readonly onlyNamespace: string | undefined;
  readonly isCut: boolean;
}
