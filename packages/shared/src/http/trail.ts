import type { PodWanted } from "@daemonscope/daemonset/life/pod-wanted";
import type { TrailStep } from "@daemonscope/daemonset/life/trail-step";

/** Answer of GET /api/trail?namespace=&daemonSet=&node=[&at=]: the way of the pod that a node has under a DaemonSet, as it was watched (rule W10). */
export interface TrailAnswer {
  readonly at: number;
  /** Its name; undefined where none is there. */
  readonly pod: string | undefined;
  /** What it was created for (rule W9), and the number of its revision; absent where that is not known. */
  readonly wanted?: PodWanted & { readonly revision?: number };
  /** In their order; empty where no pod is there and none was lately. */
  readonly steps: readonly TrailStep[];
}
