import type { CellByte } from "../cell/cell.ts";
import type { Mark } from "../records/mark.ts";
import type { DaemonSetKey, DaemonSetRecord, NodeRecord, StatusWrite } from "../records/records.ts";

/** Cells of a DaemonSet that are others than before, in columns: a first sync changes them all. Each node once. */
export interface CellsOfDaemonSet {
  readonly daemonSet: DaemonSetKey;
  readonly nodes: readonly string[];
  /** By which the model knows each node: in one take the same for the same one, whatever the DaemonSet. */
  readonly rows: readonly number[];
  readonly bytes: readonly CellByte[];
}

/** What changed in the model since the last take. Drops come before puts: a key in both was replaced, and its cells start at 0.
 *  Cells of dropped rows and columns are not listed; cells of a new row or column are listed unless they are 0. */
export interface ModelChanges {
  readonly nodesPut: readonly NodeRecord[];
  readonly nodesDropped: readonly string[];
  readonly daemonSetsPut: readonly DaemonSetRecord[];
  readonly daemonSetsDropped: readonly DaemonSetKey[];
  readonly cells: readonly CellsOfDaemonSet[];
  /** In the order in which the API served them. */
  readonly statusWrites: readonly StatusWrite[];
  readonly marks: readonly Mark[];
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

export function isEmptyChange(changes: ModelChanges): boolean {
  return (
    changes.nodesPut.length === 0 &&
    changes.nodesDropped.length === 0 &&
    changes.daemonSetsPut.length === 0 &&
    changes.daemonSetsDropped.length === 0 &&
    changes.cells.length === 0 &&
    changes.statusWrites.length === 0 &&
    changes.marks.length === 0
  );
}
