import { countOf } from "@daemonscope/shared/slots";
import { wasRead } from "@daemonscope/shared/source-status";
import { useCluster } from "./cluster-context.ts";
import type { ClusterView } from "./cluster-view.ts";

/** How many nodes were read, while some are still to come; `of` is undefined where nobody knows how many there will be. */
export interface NodesAwaited {
  readonly read: number;
  readonly of: number | undefined;
}

/** Whether nodes are still to come, and how many were read: of the server's, or of the cluster's while the server reads them for the first time. Until then nothing may be shown as if it were of all nodes. */
export function nodesAwaited({ state, nodesRead, moment }: Pick<ClusterView, "state" | "nodesRead" | "moment">): NodesAwaited | undefined {
  if (state === undefined) return undefined;
  const { nodes } = state.sources;
  const isReadHere = moment !== undefined || nodesRead === undefined;
  if (wasRead(nodes) || nodes.state === "forbidden") return isReadHere ? undefined : nodesRead;
  return { read: isReadHere ? countOf(state.rows) : nodesRead.read, of: nodes.expected };
}

/** Whether nodes are still to come. */
export const useAreNodesAwaited = (): boolean => useCluster((view) => nodesAwaited(view) !== undefined);
