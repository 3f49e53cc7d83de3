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

/** Moves cells from one layout to another by name. Cells of new rows and columns are 0, and of those that were dropped and put again in one frame:
 *  they stand for another object of the same name. */
function relayout(state: ClusterState, rows: readonly string[], columns: readonly string[], frame: Frame): Uint8Array {
  const cells = new Uint8Array(rows.length * columns.length);
  const rowBefore = new Map(state.rows.map((name, row) => [name, row]));
  const columnBefore = new Map(state.columns.map((key, column) => [key, column]));
  for (const name of frame.nodesDropped ?? []) rowBefore.delete(name);
  for (const key of frame.daemonSetsDropped ?? []) columnBefore.delete(key);
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

/** The layout that a frame leads to; undefined when rows and columns stay. O(nodes × log nodes) only when they change. */
export function layoutAfter(
  state: Pick<ClusterState, "nodes" | "daemonSets">,
  frame: Pick<Frame, "nodesPut" | "nodesDropped" | "daemonSetsPut" | "daemonSetsDropped">,
): { readonly rows: readonly string[]; readonly columns: readonly string[] } | undefined {
  const dropped = (frame.nodesDropped ?? []).some((name) => state.nodes.has(name));
  const droppedSets = (frame.daemonSetsDropped ?? []).some((key) => state.daemonSets.has(key));
  const put = (frame.nodesPut ?? []).some((node) => !state.nodes.has(node.name));
  const putSets = (frame.daemonSetsPut ?? []).some((record) => !state.daemonSets.has(record.key));
  if (!dropped && !droppedSets && !put && !putSets) return undefined;
  const after = (before: Iterable<string>, gone: Iterable<string> | undefined, come: Iterable<string>): readonly string[] => {
    const keys = new Set(before);
    for (const key of gone ?? []) keys.delete(key);
    for (const key of come) keys.add(key);
    return [...keys].sort();
  };
  return {
    rows: after(
      state.nodes.keys(),
      frame.nodesDropped,
      (frame.nodesPut ?? []).map((node) => node.name),
    ),
    columns: after(
      state.daemonSets.keys(),
      frame.daemonSetsDropped,
      (frame.daemonSetsPut ?? []).map((record) => record.key),
    ),
  };
}

/** Applies one frame in place. After anything but `applied` the state is void: replace it by a keyframe. Order: drops, puts, then cells in the layout that results.
 *  A node put again under another uid without a drop keeps its row: its cells come with the frame. */
export function applyFrame(state: ClusterState, frame: Frame): FrameEffect {
  if (frame.epoch !== state.epoch) return { kind: "otherEpoch" };
  if (frame.seq !== state.seq + 1) return { kind: "gap", expectedSeq: state.seq + 1 };
  const changes = frame.cells === undefined ? [] : decodeCellChanges(frame.cells);
  if (changes === undefined) return { kind: "damaged" };

  const layout = layoutAfter(state, frame);
  for (const name of frame.nodesDropped ?? []) state.nodes.delete(name);
  for (const key of frame.daemonSetsDropped ?? []) state.daemonSets.delete(key);
  for (const node of frame.nodesPut ?? []) state.nodes.set(node.name, node);
  for (const record of frame.daemonSetsPut ?? []) state.daemonSets.set(record.key, record);
  if (layout !== undefined) {
    state.cells = relayout(state, layout.rows, layout.columns, frame);
    state.rows = layout.rows;
    state.columns = layout.columns;
  }
  const last = changes.at(-1);
  if (last !== undefined && last.index >= state.cells.length) return { kind: "damaged" };
  for (const { index, byte } of changes) state.cells[index] = byte;
  if (frame.sources !== undefined) state.sources = { ...state.sources, ...frame.sources };
  state.seq = frame.seq;
  state.at = frame.at;
  return {
    kind: "applied",
    layoutChanged: layout !== undefined,
    cells: changes.map((change) => change.index),
    nodesPut: (frame.nodesPut ?? []).map((node) => node.name),
    daemonSetsPut: (frame.daemonSetsPut ?? []).map((record) => record.key),
  };
}
