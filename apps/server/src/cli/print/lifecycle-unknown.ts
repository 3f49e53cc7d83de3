import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import { isUnclearTaint, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";

/** The lifecycle of a node whose signs contradict each other, within a cell (rule N1). */
export const LIFECYCLE_UNKNOWN = "node lifecycle unknown";

/** Reports whether a node refuses pods by a sign that contradicts another one, so that no pod there is misscheduled
 *  for a known reason. */
export function isRefusalUnclear(reading: ClusterReading, key: DaemonSetKey, node: string): boolean {
  const decisive = decisiveCheck(reading.placementOf(key, node)?.checks ?? []);
  return decisive?.kind === "taint" && isUnclearTaint(nodeLifecycle(reading.nodeRecord(node)), decisive.taint);
}
