import { type CellChanges, cellChangesOf } from "./codec/cell-changes.ts";
import { CellColumn } from "./state/cell-column.ts";
import type { ClusterState } from "./state/cluster-state.ts";
import { baseSeq, type Frame, type Heartbeat } from "./state/frame.ts";
import type { FrameEffect, RowEffect } from "./state/frame-effect.ts";
import { applyRowChanges, type RowIdChanges, type RowIds } from "./state/row-ids.ts";

/**
 * The state after a frame and the effect of the frame; otherwise why the frame does not apply (F2). A caller whose
 * frame does not apply fetches a keyframe and never guesses.
 */
export type ApplyResult =
  | { readonly kind: "applied"; readonly state: ClusterState; readonly effect: FrameEffect }
  | { readonly kind: "gap"; readonly expectedSeq: number }
  | { readonly kind: "otherEpoch" }
  | { readonly kind: "damaged" };

const NO_CHANGES: CellChanges = new Map();

/**
 * Returns the columns with the cells of freed rows and columns set to 0; unchanged columns are the same objects. A slot
 * that the same frame takes again is cleared too, because it then holds another object.
 */
function clearFreed(cells: readonly CellColumn[], frame: Frame, rows: RowIds, columns: RowIds): CellColumn[] {
  const freedRows = frame.nodes?.freed ?? [];
  const freedColumns = new Set(frame.daemonSets?.freed?.map(([column]) => column));
  const length = rows.names.length;
  return columns.names.map((key, column) => {
    if (key === undefined) return CellColumn.EMPTY;
    const before = (freedColumns.has(column) ? undefined : cells[column]) ?? CellColumn.EMPTY;
    if (before.length === length && freedRows.every(([row]) => before.at(row) === 0)) return before;
    const after = new Uint8Array(length);
    after.set(before.now);
    for (const [row] of freedRows) after[row] = 0;
    return new CellColumn(after);
  });
}

/** Returns false if a cell belongs to a free row or column: the frame is damaged. */
function writeCells(cells: CellColumn[], changes: CellChanges, { rows, columns }: Pick<ClusterState, "rows" | "columns">): boolean {
  const { names, freed } = rows;
  for (const [column, { rows: changed, bytes }] of changes) {
    const written = cells[column];
    if (written === undefined || columns.names[column] === undefined) return false;
    // Rows ascend. Without free rows only rows beyond the last one are invalid.
    if (freed.size > 0 ? changed.some((row) => names[row] === undefined) : (changed.at(-1) ?? 0) >= names.length) return false;
    cells[column] = written.with(changed, bytes);
  }
  return true;
}

function slotEffect(changes: RowIdChanges<unknown> | undefined): RowEffect {
  const slots = (list: readonly (readonly [number, unknown])[] = []) => list.map(([slot]) => slot).sort((a, b) => a - b);
  return { freed: slots(changes?.freed), put: slots(changes?.put) };
}

function effectOf(frame: Frame, changes: CellChanges): FrameEffect {
  return {
    whole: false,
    rows: slotEffect(frame.nodes),
    columns: slotEffect(frame.daemonSets),
    cells: new Map(Array.from(changes, ([column, { rows }]) => [column, [rows]])),
    sources: frame.sources !== undefined,
  };
}

/**
 * Applies one frame; `state` does not change, and unchanged parts are the same objects in the new state. A node that is
 * put with another uid, without being freed, keeps its row; its cells come with the frame. Costs O(changes), plus a
 * copy of each changed column whose bytes a caller keeps. If rows are added, all columns are copied.
 */
export function applyFrame(state: ClusterState, frame: Frame): ApplyResult {
  if (frame.epoch !== state.epoch) return { kind: "otherEpoch" };
  if (baseSeq(frame) !== state.seq) return { kind: "gap", expectedSeq: state.seq + 1 };
  const changes = frame.cells === undefined ? NO_CHANGES : cellChangesOf(frame);
  const rows = applyRowChanges(state.rows, state.nodes, frame.nodes ?? {}, ({ name }) => name);
  const columns = applyRowChanges(state.columns, state.daemonSets, frame.daemonSets ?? {}, ({ key }) => key);
  if (changes === undefined || rows === undefined || columns === undefined) return { kind: "damaged" };
  const isLayoutChanged = rows.slots !== state.rows || columns.slots !== state.columns;
  const cells = isLayoutChanged ? clearFreed(state.cells, frame, rows.slots, columns.slots) : [...state.cells];
  if (!writeCells(cells, changes, { rows: rows.slots, columns: columns.slots })) return { kind: "damaged" };
  const next: ClusterState = {
    ...state,
    seq: frame.seq,
    at: frame.at,
    ...(frame.sources === undefined ? {} : { sources: { ...state.sources, ...frame.sources } }),
    rows: rows.slots,
    columns: columns.slots,
    nodes: rows.records,
    daemonSets: columns.records,
    cells: isLayoutChanged || changes.size > 0 ? cells : state.cells,
  };
  return { kind: "applied", state: next, effect: effectOf(frame, changes) };
}

/** Returns a heartbeat as a frame: it advances no seq, and sets the clock and the status of every source. */
export function heartbeatToFrame({ epoch, seq, at, sources }: Heartbeat): Frame {
  return { epoch, seq, after: seq, at, sources };
}
