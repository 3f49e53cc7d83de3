import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";

/** True once there is a cluster to show: its DaemonSets were read, and its nodes too unless they may not be. Before, an empty page would be taken for an empty cluster. */
export function isShown({ sources }: Pick<ClusterState, "sources">): boolean {
  return wasRead(sources.daemonsets) && (wasRead(sources.nodes) || sources.nodes.state === "forbidden");
}
