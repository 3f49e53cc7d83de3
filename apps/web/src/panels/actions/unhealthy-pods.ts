import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** Unhealthy pods that no command repairs, by node. */
interface UnhealthyPods {
  /** `comesUp`: all are in a transient state. `lookAt`: the pods report their own problem. */
  readonly kind: "comesUp" | "lookAt";
  readonly count: number;
  /** The first nodes. */
  readonly nodes: readonly string[];
}

const MAX_NAMED_NODES = 3;

/**
 * Reports whether a cause is transient. A running pod that is not Ready may stay so, and so may an unschedulable
 * pod.
 */
const isTransient = ({ cause: { kind } }: Cause): boolean =>
  kind !== "runningNotReady" && kind !== "crashedOnce" && !needsPerson(CAUSES[kind].endsBy);

/**
 * Returns the unhealthy pods to inspect if no action helps. Undefined if there is none. A concern lasts longer than a
 * transient state, so with a concern the pods are to be inspected.
 */
export function unhealthyPods({ causes, concern }: Pick<DaemonSetRecord, "causes" | "concern">): UnhealthyPods | undefined {
  if (causes.length === 0) return undefined;
  return {
    kind: concern === null && causes.every(isTransient) ? "comesUp" : "lookAt",
    count: causes.reduce((sum, { count }) => sum + count, 0),
    nodes: [...new Set(causes.flatMap(({ nodes }) => nodes))].slice(0, MAX_NAMED_NODES),
  };
}
