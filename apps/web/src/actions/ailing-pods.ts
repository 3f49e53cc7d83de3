import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** Pods that no command mends, by the nodes that they are on. */
export interface AilingPods {
  /** `comesUp`: all are in a state that passes by itself. `lookAt`: they say themselves what is wrong. */
  readonly kind: "comesUp" | "lookAt";
  readonly count: number;
  /** The first of them. */
  readonly nodes: readonly string[];
}

const NODES_NAMED = 3;

/** A pod that runs without being Ready may stay so, and one that the scheduler refused as well. */
const passes = ({ state, cause }: Cause): boolean =>
  state === "missing" || state === "terminating" || cause.kind === "starting" || cause.kind === "awaitsScheduler";

/** What is to be looked at where nothing is to be done; undefined where no pod ails, or it is no pod's matter. A DaemonSet with a concern stands longer than what passes. */
export function ailingPods({ causes, concern }: Pick<DaemonSetRecord, "causes" | "concern">): AilingPods | undefined {
  if (causes.length === 0) return undefined;
  return {
    kind: concern === null && causes.every(passes) ? "comesUp" : "lookAt",
    count: causes.reduce((sum, { count }) => sum + count, 0),
    nodes: [...new Set(causes.flatMap(({ nodes }) => nodes))].slice(0, NODES_NAMED),
  };
}
