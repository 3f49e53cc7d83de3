import { hasSynced } from "@daemonscope/kube/source-status";
import type { ClusterView } from "../cluster/cluster-view.ts";

/** Reports whether the server is still reading pods that it may read. */
export function arePodsLoading({ state }: Pick<ClusterView, "state">): boolean {
  return state !== undefined && !hasSynced(state.sources.pods) && state.sources.pods.state !== "forbidden";
}
