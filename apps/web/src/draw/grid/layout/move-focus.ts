import { type CellByte, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import { type CellVariant, cellVariantOfByte } from "../../../data/cell/cell-variant.ts";
import type { GridScene } from "./grid-scene.ts";

/** A step of the keyboard focus through the cells. */
export type FocusStep =
  | "left"
  | "right"
  | "up"
  | "down"
  | "home"
  | "end"
  | "first"
  | "last"
  | "nextGroup"
  | "previousGroup"
  | "nextProblem"
  | "previousProblem";

const RESTING: ReadonlySet<CellVariant> = new Set(["available", "old", "excluded"]);

/** Reports whether a cell needs attention: it is not in a stable state, or is on a node that is not Ready. */
function isProblem(byte: CellByte): boolean {
  const variant = cellVariantOfByte(byte);
  return !RESTING.has(variant) || (hasFlag(byte, "nodeUnready") && variant !== "excluded");
}

/** The sequence that steps go through: cells or rows of a list, by index. */
export interface FocusStops {
  readonly count: number;
  readonly groupAt: (at: number) => number | undefined;
  readonly byteAt: (at: number) => CellByte;
  readonly nameAt: (at: number) => string | undefined;
}

/** Returns the cells of a scene, or only those whose indexes are in `cells`. */
export function focusStopsOf({ places, nodes }: GridScene, cells?: Uint32Array): FocusStops {
  const cellAt = (at: number) => (cells === undefined ? at : (cells[at] ?? -1));
  const rowAt = (at: number) => places.rows[cellAt(at)] ?? -1;
  return {
    count: cells?.length ?? places.rows.length,
    groupAt: (at) => places.group[cellAt(at)],
    byteAt: (at) => nodes.cells.bytes[rowAt(at)] ?? 0,
    nameAt: (at) => nodes.cells.records[rowAt(at)]?.name,
  };
}

/** Cells of a group in columns of `rows` cells, one column after the other. `start` is the index of the first, counted
 *  through all groups. */
interface ColumnGroup {
  readonly start: number;
  readonly count: number;
  readonly rows: number;
}

/** Returns the cell that a step leads to, or `from` if there is none. Left and right go by columns and on into the next
 *  group, up and down stay inside a column. O(groups). */
export function moveInColumns(groups: readonly ColumnGroup[], stops: FocusStops, from: number, step: FocusStep): number {
  const groupAt = (at: number) => groups.find(({ start, count }) => at >= start && at < start + count);
  const group = groupAt(from);
  if (group === undefined) return Math.max(0, Math.min(from, stops.count - 1));
  const { start, count, rows } = group;
  const end = start + count - 1;
  const row = (from - start) % rows;
  switch (step) {
    case "up":
      return row > 0 ? from - 1 : from;
    case "down":
      return row < rows - 1 && from < end ? from + 1 : from;
    case "right": {
      if (from + rows <= end) return from + rows;
      const next = groupAt(end + 1);
      return next === undefined ? from : next.start + Math.min(row, next.count - 1);
    }
    case "left": {
      if (from - rows >= start) return from - rows;
      const before = groupAt(start - 1);
      if (before === undefined) return from;
      const column = Math.ceil(before.count / before.rows) - 1;
      return before.start + Math.min(column * before.rows + row, before.count - 1);
    }
    case "home":
      return start + row;
    case "end":
      return start + row + Math.floor((count - 1 - row) / rows) * rows;
    default:
      return moveInList(stops, from, step);
  }
}

/** The same cells, turned by a quarter: rows of `columns` cells take the place of columns. */
const TURNED: Readonly<Partial<Record<FocusStep, FocusStep>>> = { up: "left", down: "right", left: "up", right: "down" };

/** Returns the cell that a step leads to if cells fill rows. Left and right go on into the next row. */
function moveInRows(groups: readonly ColumnGroup[], stops: FocusStops, from: number, step: FocusStep): number {
  const {
    start,
    count,
    rows: columns,
  } = groups.find((each) => from >= each.start && from < each.start + each.count) ?? { start: 0, count: 0, rows: 1 };
  const rowStart = from - ((from - start) % columns);
  switch (step) {
    case "left":
      return Math.max(0, from - 1);
    case "right":
      return Math.min(stops.count - 1, from + 1);
    case "home":
      return rowStart;
    case "end":
      return Math.min(rowStart + columns, start + count) - 1;
    default:
      return moveInColumns(groups, stops, from, TURNED[step] ?? step);
  }
}

/** Moves the focus in a scene, along the columns or the rows that its cells fill. */
export function moveFocus(scene: GridScene, from: number, step: FocusStep): number {
  const { places, starts, flow } = scene.places.layout;
  const groups = places.map(({ count, rows, columns }, at) => ({
    start: starts[at] ?? 0,
    count,
    rows: flow === undefined ? rows : columns,
  }));
  return (flow === undefined ? moveInColumns : moveInRows)(groups, focusStopsOf(scene), from, step);
}

/** Applies the steps to a list of rows: up and down by one, PageUp and PageDown by group, Home and End to its ends.
 *  Left and right do not move. */
export function moveInList(stops: FocusStops, from: number, step: FocusStep): number {
  const last = Math.max(0, stops.count - 1);
  switch (step) {
    case "up":
      return Math.max(0, from - 1);
    case "down":
      return Math.min(last, from + 1);
    case "left":
    case "right":
      return from;
    case "home":
    case "first":
      return 0;
    case "end":
    case "last":
      return last;
    case "nextGroup": {
      const next = edgeOfGroup(stops, from, 1) + 1;
      return next < stops.count ? next : from;
    }
    case "previousGroup": {
      const start = edgeOfGroup(stops, from, -1);
      return start < from || start === 0 ? start : edgeOfGroup(stops, start - 1, -1);
    }
    case "nextProblem":
      return nextProblem(stops, from, 1);
    case "previousProblem":
      return nextProblem(stops, from, -1);
  }
}

/** Returns the last row in this direction that is in the same group as `from`. */
function edgeOfGroup({ count, groupAt }: FocusStops, from: number, direction: 1 | -1): number {
  let at = from;
  while (at + direction >= 0 && at + direction < count && groupAt(at + direction) === groupAt(from)) at += direction;
  return at;
}

function nextProblem({ count, byteAt }: FocusStops, from: number, direction: 1 | -1): number {
  for (let step = 1; step <= count; step++) {
    const at = (from + direction * step + count * 2) % count;
    if (isProblem(byteAt(at))) return at;
  }
  return from;
}

/** Returns the next stop whose node name starts with the typed text, from `from` on and around; undefined if none
 *  does. */
export function findByPrefix({ count, nameAt }: FocusStops, from: number, typed: string): number | undefined {
  for (let step = 0; step < count; step++) {
    const at = (from + step) % count;
    if (nameAt(at)?.startsWith(typed)) return at;
  }
  return undefined;
}
