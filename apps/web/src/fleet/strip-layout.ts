import { cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { groupOf, NO_GROUP } from "../grid/grouping.ts";

/** Where each node stands in every strip: the same places in all rows, so that a bad pool is a vertical line. */
export interface StripLayout {
  readonly width: number;
  readonly height: number;
  /** Size of a node's cell in px. */
  readonly cell: number;
  readonly pools: readonly { readonly name: string; readonly x: number; readonly width: number }[];
  /** By row of the state: place in px. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

const HEIGHT = 40;
const GAP = 4;
/** Four stand above one another; a larger cell would draw taints, which say nothing in a strip. */
const LARGEST_CELL = 9;
const SEVERITY = ["failing", "missing", "unscheduled", "starting", "misscheduled", "ready", "available", "unknown", "excluded"] as const;

/** The worst that a node shows in any DaemonSet: what sorts it inside its pool. */
function worstOf(state: ClusterState, row: number): number {
  let worst: number = SEVERITY.length;
  const columns = state.columns.length;
  for (let column = 0; column < columns; column++) {
    const byte = state.cells[row * columns + column] ?? 0;
    const rank = hasFlag(byte, "terminating") ? 2 : SEVERITY.indexOf(cellState(byte));
    if (rank < worst) worst = rank;
  }
  return worst;
}

/** Lays the nodes of a state out in at most `maxWidth` px: pools by name, troubled nodes first in their pool. O(cells). */
export function layOutStrip(state: ClusterState, maxWidth: number): StripLayout {
  const pools = new Map<string, number[]>();
  state.rows.forEach((name, row) => {
    const node = state.nodes.get(name);
    const pool = node === undefined ? NO_GROUP : groupOf(node, "pool");
    const rows = pools.get(pool);
    if (rows === undefined) pools.set(pool, [row]);
    else rows.push(row);
  });
  const names = [...pools.keys()].sort();
  const room = Math.max(60, maxWidth - GAP * Math.max(0, names.length - 1));
  let cell = LARGEST_CELL;
  const columnsAt = (size: number) =>
    names.reduce((sum, name) => sum + Math.ceil((pools.get(name)?.length ?? 0) / Math.floor(HEIGHT / size)) * size, 0);
  while (cell > 1 && columnsAt(cell) > room) cell--;
  const perColumn = Math.floor(HEIGHT / cell);
  const places: { x: number; y: number }[] = new Array(state.rows.length);
  const laid: { name: string; x: number; width: number }[] = [];
  let x = 0;
  for (const name of names) {
    const rows = pools.get(name) ?? [];
    const rank = new Map(rows.map((row) => [row, worstOf(state, row)]));
    rows.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || a - b);
    rows.forEach((row, at) => {
      places[row] = { x: x + Math.floor(at / perColumn) * cell, y: (at % perColumn) * cell };
    });
    const width = Math.max(cell, Math.ceil(rows.length / perColumn) * cell);
    laid.push({ name: name === NO_GROUP ? "no pool" : name, x, width });
    x += width + GAP;
  }
  return { width: Math.max(1, x - GAP), height: HEIGHT, cell, pools: laid, places };
}
