import type { CellByte } from "../pair/cell/cell.ts";
import type { DaemonSetKey, DaemonSetRecord, NodeRecord, StatusWrite } from "../records/records.ts";
import type { TimelineMark } from "../records/timeline-mark.ts";

/** Changed cells of a DaemonSet, in columns. A first sync lists each cell that is not 0. Lists each node once. */
export interface CellsOfDaemonSet {
  readonly daemonSet: DaemonSetKey;
  readonly nodes: readonly string[];
  /** Row ids of the nodes in the model. In one take a node has the same row in every DaemonSet. */
  readonly rows: readonly number[];
  readonly bytes: readonly CellByte[];
}

/** Changes of the model since the last take. Drops come before puts: a key in both was replaced, and its cells start
 *  at 0. Cells of dropped rows and columns are not listed; cells of a new row or column are listed unless they are
 *  0. */
export interface ModelChanges {
  readonly nodesPut: readonly NodeRecord[];
  readonly nodesDropped: readonly string[];
  readonly daemonSetsPut: readonly DaemonSetRecord[];
  readonly daemonSetsDropped: readonly DaemonSetKey[];
  readonly cells: readonly CellsOfDaemonSet[];
  /** In the order in which the API served them. */
  readonly statusWrites: readonly StatusWrite[];
  readonly marks: readonly TimelineMark[];
}

export const NO_CHANGES: ModelChanges = {
  nodesPut: [],
  nodesDropped: [],
  daemonSetsPut: [],
  daemonSetsDropped: [],
  cells: [],
  statusWrites: [],
  marks: [],
};
