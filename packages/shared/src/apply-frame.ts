import type { ClusterState } from "./cluster-state.ts";
import { decodeCellChanges } from "./codec/cell-changes.ts";
import type { Frame } from "./frame.ts";

/** What a frame did to a state, so that views redraw little; or why it does not apply (F2): then fetch a keyframe, never guess. */
export type FrameEffect =
  | {
      readonly kind: "applied";
      /** Rows or columns came or went: every index before this frame is void. */
      readonly layoutChanged: boolean;
      /** Indexes of changed cells in the layout after the frame. */
      readonly cells: readonly number[];
      readonly nodesPut: readonly string[];
      readonly daemonSetsPut: readonly string[];
    }
  | { readonly kind: "gap"; readonly expectedSeq: number }
  | { readonly kind: "otherEpoch" }
  | { readonly kind: "damaged" };

function sorted(keys: Iterable<string>): readonly string[] {
  return [...keys].sort();
}

/** Moves cells from one layout to another by name; cells of new rows and columns are 0. */
function relayout(state: ClusterState, rows: readonly string[], columns: readonly string[]): Uint8Array {
  const cells = new Uint8Array(rows.length * columns.length);
  const rowBefore = new Map(state.rows.map((name, row) => [name, row]));
  const columnBefore = new Map(state.columns.map((key, column) => [key, column]));
  const columnsFrom = columns.map((key) => columnBefore.get(key) ?? -1);
  rows.forEach((name, row) => {
    const from = rowBefore.get(name);
    if (from === undefined) return;
    columnsFrom.forEach((column, at) => {
      if (column >= 0) cells[row * columns.length + at] = state.cells[from * state.columns.length + column] ?? 0;
    });
  });
  return cells;
}

/** Applies one frame in place. After anything but `applied` the state is void: replace it by a keyframe. Order: drops, puts, then cells in the layout that results.
 *  A node put again under another uid keeps its row: its cells come with the frame. */
export function applyFrame(state: ClusterState, frame: Frame): FrameEffect {
  if (frame.epoch !== state.epoch) return { kind: "otherEpoch" };
  if (frame.seq !== state.seq + 1) return { kind: "gap", expectedSeq: state.seq + 1 };
  const changes = frame.cells === undefined ? [] : decodeCellChanges(frame.cells);
  if (changes === undefined) return { kind: "damaged" };

  const nodesBefore = state.nodes.size;
  const daemonSetsBefore = state.daemonSets.size;
  let layoutChanged = false;
  for (const name of frame.nodesDropped ?? []) layoutChanged = state.nodes.delete(name) || layoutChanged;
  for (const key of frame.daemonSetsDropped ?? []) layoutChanged = state.daemonSets.delete(key) || layoutChanged;
  for (const node of frame.nodesPut ?? []) {
    layoutChanged ||= !state.nodes.has(node.name);
    state.nodes.set(node.name, node);
  }
  for (const record of frame.daemonSetsPut ?? []) {
    layoutChanged ||= !state.daemonSets.has(record.key);
    state.daemonSets.set(record.key, record);
  }
  layoutChanged ||= nodesBefore !== state.nodes.size || daemonSetsBefore !== state.daemonSets.size;
  if (layoutChanged) {
    const rows = sorted(state.nodes.keys());
    const columns = sorted(state.daemonSets.keys());
    state.cells = relayout(state, rows, columns);
    state.rows = rows;
    state.columns = columns;
  }
  const last = changes.at(-1);
  if (last !== undefined && last.index >= state.cells.length) return { kind: "damaged" };
  for (const { index, byte } of changes) state.cells[index] = byte;
  if (frame.sources !== undefined) state.sources = { ...state.sources, ...frame.sources };
  state.seq = frame.seq;
  state.at = frame.at;
  return {
    kind: "applied",
    layoutChanged,
    cells: changes.map((change) => change.index),
    nodesPut: (frame.nodesPut ?? []).map((node) => node.name),
    daemonSetsPut: (frame.daemonSetsPut ?? []).map((record) => record.key),
  };
}
