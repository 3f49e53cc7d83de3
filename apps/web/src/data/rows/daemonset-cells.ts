import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import { initialVersionStamp, nextVersionStamp, type Versioned } from "../computed/computed.ts";
import type { ViewReducer } from "../computed/view-reducer.ts";
import { cellOverlay } from "./cell-overlay.ts";
import type { NodeCells } from "./node-cells.ts";
import { PROGRESS_TALLY } from "./node-group.ts";

/** Returns the rows whose node, or one of these cells, an effect may have changed; each row once. O(changes). */
export function affectedRows({ rows, cells }: FrameEffect, columns: Iterable<number>): readonly number[] {
  return unionOfRows([rows.freed, rows.put, ...Array.from(columns, (column) => cells.get(column) ?? []).flat()]);
}

/**
 * Returns a projection of all nodes with their cells of one DaemonSet. All cells are excluded if the DaemonSet does not
 * exist.
 */
export function daemonSetCells(key: DaemonSetKey): ViewReducer<NodeCells> {
  const cellsOf = (state: ClusterState, stamp: Versioned): NodeCells => {
    const column = rowIdOf(state.columns, key) ?? -1;
    const bytes = state.cells[column]?.bytes ?? new Uint8Array(state.rows.names.length);
    const overlay = cellOverlay(state.daemonSets[column]);
    return { ...stamp, rows: state.rows, records: state.nodes, bytes, overlay, tallyOf: (row) => PROGRESS_TALLY[bytes[row] ?? 0] ?? 0 };
  };
  return {
    whole: (state) => cellsOf(state, initialVersionStamp()),
    next: (before, state, effect) => {
      // A new DaemonSet may have replaced one of the same name.
      if (effect.columns.freed.length > 0) return cellsOf(state, initialVersionStamp());
      const column = rowIdOf(state.columns, key);
      if (cellOverlay(state.daemonSets[column ?? -1])?.key !== before.overlay?.key) return cellsOf(state, initialVersionStamp());
      const rows = affectedRows(effect, column === undefined ? [] : [column]);
      return rows.length === 0 ? before : cellsOf(state, nextVersionStamp(before, rows));
    },
  };
}
