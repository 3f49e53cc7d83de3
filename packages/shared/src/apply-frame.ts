import { CellColumn } from "./cell-column.ts";
import type { ClusterState } from "./cluster-state.ts";
import { type CellChanges, cellChangesOf } from "./codec/cell-changes.ts";
import { type Frame, type Heartbeat, seqBefore } from "./frame.ts";
import type { FrameEffect, SlotEffect } from "./frame-effect.ts";
import { changeSlots, type SlotChanges, type Slots } from "./slots.ts";

/** The state after a frame, and what differs in it; or why the frame does not apply (F2): then fetch a keyframe, never guess. */
export type Applied =
  | { readonly kind: "applied"; readonly state: ClusterState; readonly effect: FrameEffect }
  | { readonly kind: "gap"; readonly expectedSeq: number }
  | { readonly kind: "otherEpoch" }
  | { readonly kind: "damaged" };

const NO_CHANGES: CellChanges = new Map();

/** Cells of freed rows and columns are 0, also where the slot is taken again by the same frame: it is another object there. Columns that stay the same are kept. */
function clearFreed(cells: readonly CellColumn[], frame: Frame, rows: Slots, columns: Slots): CellColumn[] {
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

/** False when a cell is of a free row or column: the frame is damaged. */
function writeCells(cells: CellColumn[], changes: CellChanges, { rows, columns }: Pick<ClusterState, "rows" | "columns">): boolean {
  const { names, freed } = rows;
  for (const [column, { rows: changed, bytes }] of changes) {
    const written = cells[column];
    if (written === undefined || columns.names[column] === undefined) return false;
    // They ascend, and where no row is free only what lies beyond the last is nobody's.
    if (freed.size > 0 ? changed.some((row) => names[row] === undefined) : (changed.at(-1) ?? 0) >= names.length) return false;
    cells[column] = written.with(changed, bytes);
  }
  return true;
}

function slotEffect(changes: SlotChanges<unknown> | undefined): SlotEffect {
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

/** Applies one frame. The state stays as it is, and what the frame does not change is the same in the one that follows.
 *  A node put again under another uid without being freed keeps its row: its cells come with the frame.
 *  O(changes), and copies of the columns that changed those of which somebody keeps the bytes; all of them when rows are added. */
export function applyFrame(state: ClusterState, frame: Frame): Applied {
  if (frame.epoch !== state.epoch) return { kind: "otherEpoch" };
  if (seqBefore(frame) !== state.seq) return { kind: "gap", expectedSeq: state.seq + 1 };
  const changes = frame.cells === undefined ? NO_CHANGES : cellChangesOf(frame);
  const rows = changeSlots(state.rows, state.nodes, frame.nodes ?? {}, ({ name }) => name);
  const columns = changeSlots(state.columns, state.daemonSets, frame.daemonSets ?? {}, ({ key }) => key);
  if (changes === undefined || rows === undefined || columns === undefined) return { kind: "damaged" };
  const isLaidOutAnew = rows.slots !== state.rows || columns.slots !== state.columns;
  const cells = isLaidOutAnew ? clearFreed(state.cells, frame, rows.slots, columns.slots) : [...state.cells];
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
    cells: isLaidOutAnew || changes.size > 0 ? cells : state.cells,
  };
  return { kind: "applied", state: next, effect: effectOf(frame, changes) };
}

/** A heartbeat as the frame that it is: of no seq, with the clock and the age of every source. */
export function frameOfHeartbeat({ epoch, seq, at, sources }: Heartbeat): Frame {
  return { epoch, seq, after: seq, at, sources };
}
