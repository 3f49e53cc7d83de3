import { hasSynced } from "@daemonscope/kube/source-status";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import type { ClusterView } from "../cluster/cluster-view.ts";
import { useCluster } from "./cluster-context.ts";

/** The number of nodes read while others are pending. `of` is undefined if the total is unknown. */
interface NodesLoadingState {
  readonly read: number;
  readonly of: number | undefined;
}

/** Returns the number of nodes read; undefined if no node is pending. Counts the nodes of the server, or of the
 *  cluster during the server's first list. While it is defined, no view may present its nodes as all nodes. */
export function nodesLoadingState({
  state,
  nodesRead,
  moment,
}: Pick<ClusterView, "state" | "nodesRead" | "moment">): NodesLoadingState | undefined {
  if (state === undefined) return undefined;
  const { nodes } = state.sources;
  const isReadHere = moment !== undefined || nodesRead === undefined;
  if (hasSynced(nodes) || nodes.state === "forbidden") return isReadHere ? undefined : nodesRead;
  return { read: isReadHere ? rowCount(state.rows) : nodesRead.read, of: nodes.expected };
}

/** Reports whether nodes are still pending. */
export const useAreNodesLoading = (): boolean => useCluster((view) => nodesLoadingState(view) !== undefined);
