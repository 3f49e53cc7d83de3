import { CellColumn } from "./cell-column.ts";
import type { ClusterState } from "./cluster-state.ts";
import { type FrameEffect, type RowEffect, WHOLE_EFFECT } from "./frame-effect.ts";
import type { RowIds } from "./row-ids.ts";

function slotsThatDiffer<T extends { readonly uid: string }>(
  before: { readonly slots: RowIds; readonly records: readonly (T | undefined)[] },
  after: { readonly slots: RowIds; readonly records: readonly (T | undefined)[] },
): RowEffect {
  const freed: number[] = [];
  const put: number[] = [];
  const length = Math.max(before.slots.names.length, after.slots.names.length);
  for (let slot = 0; slot < length; slot++) {
    const was = before.slots.names[slot];
    const is = after.slots.names[slot];
    if (was !== undefined && was !== is) freed.push(slot);
    if (is !== undefined && (was !== is || before.records[slot] !== after.records[slot])) put.push(slot);
  }
  return { freed, put };
}

/** Returns the rows whose byte differs. A row whose slot now holds another object counts as 0 before. */
function rowsThatDiffer(was: CellColumn, is: CellColumn, freed: ReadonlySet<number>): readonly number[] {
  if (was === is && freed.size === 0) return [];
  const [before, after] = [was.now, is.now];
  const rows: number[] = [];
  for (let row = 0; row < after.length; row++) if ((freed.has(row) ? 0 : (before[row] ?? 0)) !== after[row]) rows.push(row);
  return rows;
}

/**
 * Returns the difference between two states of one log, in either order, so that a view can step back; for two logs
 * everything differs. Records are compared by identity, which frames preserve; states decoded from two keyframes differ
 * in each record. O(rows + columns), plus O(rows) for each changed column.
 */
export function stateDifference(before: ClusterState, after: ClusterState): FrameEffect {
  if (before.epoch !== after.epoch) return WHOLE_EFFECT;
  const rows = slotsThatDiffer({ slots: before.rows, records: before.nodes }, { slots: after.rows, records: after.nodes });
  const columns = slotsThatDiffer(
    { slots: before.columns, records: before.daemonSets },
    { slots: after.columns, records: after.daemonSets },
  );
  const freedRows = new Set(rows.freed);
  const freedColumns = new Set(columns.freed);
  const cells = new Map<number, readonly (readonly number[])[]>();
  for (const [column, is] of after.cells.entries()) {
    const was = freedColumns.has(column) ? CellColumn.EMPTY : (before.cells[column] ?? CellColumn.EMPTY);
    const differ = rowsThatDiffer(was, is, freedRows);
    if (differ.length > 0) cells.set(column, [differ]);
  }
  return { whole: false, rows, columns, cells, sources: before.sources !== after.sources };
}
