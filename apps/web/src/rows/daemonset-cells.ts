import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/frame-effect";
import { slotOf } from "@daemonscope/shared/slots";
import { type Stamped, stampAfter, stampAnew } from "../cluster/derived.ts";
import type { Projection } from "../cluster/projection.ts";
import type { NodeCells } from "./node-cells.ts";
import { PROGRESS_TALLY } from "./node-group.ts";

/** Shorter lists are merged without a mark for each row of the cluster. */
const MARKED_FROM = 256;

/** The rows of which an effect says that their node, or one of these cells, may be another; each once. O(what changed). */
export function touchedRows({ rows, cells }: FrameEffect, columns: Iterable<number>): readonly number[] {
  const lists = [rows.freed, rows.put, ...[...columns].flatMap((column) => [cells.get(column) ?? []])].filter(({ length }) => length > 0);
  if (lists.length <= 1) return lists[0] ?? [];
  if (lists.reduce((sum, { length }) => sum + length, 0) < MARKED_FROM) return [...new Set(lists.flat())];
  const marks = new Uint8Array(lists.reduce((most, list) => Math.max(most, list.at(-1) ?? 0), 0) + 1);
  for (const list of lists) for (const row of list) marks[row] = 1;
  const touched: number[] = [];
  for (let row = 0; row < marks.length; row++) if (marks[row] === 1) touched.push(row);
  return touched;
}

/** All nodes with their cells of one DaemonSet; excluded all where there is no such DaemonSet. */
export function daemonSetCells(key: DaemonSetKey): Projection<NodeCells> {
  const cellsOf = (state: ClusterState, stamp: Stamped): NodeCells => {
    const bytes = state.cells[slotOf(state.columns, key) ?? -1]?.bytes ?? new Uint8Array(state.rows.names.length);
    return { ...stamp, rows: state.rows, records: state.nodes, bytes, tallyOf: (row) => PROGRESS_TALLY[bytes[row] ?? 0] ?? 0 };
  };
  return {
    whole: (state) => cellsOf(state, stampAnew()),
    next: (before, state, effect) => {
      // The DaemonSet may be another one of the same name.
      if (effect.columns.freed.length > 0) return cellsOf(state, stampAnew());
      const column = slotOf(state.columns, key);
      const rows = touchedRows(effect, column === undefined ? [] : [column]);
      return rows.length === 0 ? before : cellsOf(state, stampAfter(before, rows));
    },
  };
}
