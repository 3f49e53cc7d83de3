import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { ClusterState } from "./cluster-state.ts";
import type { ClusterIdentity } from "./frame.ts";
import { NO_ROWS } from "./row-ids.ts";

/** Returns the initial state: seq 0, every source syncing. */
export function emptyState(epoch: string, cluster: ClusterIdentity, at: number): ClusterState {
  const syncing: SourceStatus = { state: "syncing" };
  const sources = Object.fromEntries(SOURCES.map((source) => [source, syncing])) as SourceStatuses;
  return { epoch, seq: 0, at, cluster, sources, rows: NO_ROWS, columns: NO_ROWS, nodes: [], daemonSets: [], cells: [] };
}
