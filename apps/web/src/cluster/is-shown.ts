import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";

/** True once there is a cluster to show: its DaemonSets were read. Before, an empty page would be taken for an empty cluster; what is made of nodes waits for these (nodesAwaited). */
export function isShown({ sources }: Pick<ClusterState, "sources">): boolean {
  return wasRead(sources.daemonsets);
}
