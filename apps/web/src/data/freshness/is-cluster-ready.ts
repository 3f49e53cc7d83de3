import { hasSynced } from "@daemonscope/kube/source-status";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";

/**
 * Reports whether the cluster can be shown: its DaemonSets were read. Before that, an empty page would look like an
 * empty cluster. Content derived from nodes waits for them (nodesLoadingState).
 */
export function isClusterReady({ sources }: Pick<ClusterState, "sources">): boolean {
  return hasSynced(sources.daemonsets);
}
