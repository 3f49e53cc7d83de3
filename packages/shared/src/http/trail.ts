import type { PodCreation } from "@daemonscope/daemonset/pods/life/pod-creation";
import type { TrailStep } from "@daemonscope/daemonset/pods/life/trail-step";

/**
 * Answer of GET /api/trail?namespace=&daemonSet=&node=[&at=]: the observed lifecycle of the pod of a DaemonSet on a
 * node (rule W10).
 */
export interface TrailAnswer {
  readonly at: number;
  /** The pod name; undefined if no pod exists. */
  readonly pod: string | undefined;
  /** Why the pod was created (rule W9), and its revision number; absent if unknown. */
  readonly creation?: PodCreation & { readonly revision?: number };
  /** In order; empty if no pod exists and none existed recently. */
  readonly steps: readonly TrailStep[];
}
