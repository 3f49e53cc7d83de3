import type { DaemonSetKey, DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/model/records";
import type { ClusterIdentity } from "./frame.ts";
import type { SourceStatuses } from "./source-status.ts";

/** The state at one seq, as server and browser hold it: both change it by applyFrame only. Treat as readonly elsewhere. */
export interface ClusterState {
  epoch: string;
  seq: number;
  at: number;
  cluster: ClusterIdentity;
  sources: SourceStatuses;
  nodes: Map<string, NodeRecord>;
  daemonSets: Map<DaemonSetKey, DaemonSetRecord>;
  /** Sorted node names: the rows. */
  rows: readonly string[];
  /** Sorted DaemonSet keys: the columns. */
  columns: readonly DaemonSetKey[];
  /** rows × columns bytes, row by row. */
  cells: Uint8Array;
}
