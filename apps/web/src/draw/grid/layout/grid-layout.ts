import { type CellShape, POD_SHAPES } from "../cell-shapes.ts";
import { type GroupLine, packedGroupLines } from "./packed-shelves.ts";

/** Position of a group, CSS pixels. Its cells fill columns of `rows`, or rows of `columns`: see `GridLayout.flow`. The
 *  first is at `x`, `cellsTop`. */
export interface GroupPlace {
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly headTop: number;
  /** Space for the heading, up to the next group. */
  readonly headWidth: number;
  readonly cellsTop: number;
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
}

export interface GridLayout {
  readonly width: number;
  readonly height: number;
  readonly cell: CellShape;
  readonly places: readonly GroupPlace[];
  /** First cell index of each group: cells are counted through all groups. */
  readonly starts: readonly number[];
  /** Cells fill columns, or rows, with the headings above the cells or at their left. Default: columns. */
  readonly flow?: "rows" | "rowsBesideHeads";
}

/** Height of a heading above its cells, at a font size of 16 px of the root. */
const HEAD_HEIGHT = 21;
/** From this width in CSS pixels a heading fits the whole taint. */
export const TAINT_TEXT_FROM = 300;
const GROUP_LINE_GAP = 8;
const GROUP_GAP = 18;
const MIN_GROUP_WIDTH = 84;
/** Fewer rows look like a line instead of a group. */
const MIN_ROWS = 3;
const MAX_PREFERRED_ROWS = 14;
const MIN_PREFERRED_ROWS = 4;

/** Returns a good column height for the largest group: few cells form a wide block, many a tall one. */
const preferredRows = (counts: readonly number[]): number =>
  Math.min(MAX_PREFERRED_ROWS, Math.max(MIN_PREFERRED_ROWS, Math.ceil(Math.sqrt(Math.max(0, ...counts) * 0.4))));

/** A larger canvas is slow to create, and the browser may refuse it. */
const MAX_CANVAS_AREA = 12_000_000;

/** Extends the last heading of each line of groups to the end of the page. */
const extendLastHeads = (places: readonly GroupPlace[], width: number): readonly GroupPlace[] =>
  places.map((place, at) => {
    const isLast = places[at + 1]?.headTop !== place.headTop;
    return isLast ? { ...place, headWidth: Math.max(place.headWidth, width - place.x) } : place;
  });

/** Stacks the lines of groups, and places the groups of each line from left to right. */
function stackLines(
  counts: readonly number[],
  heads: readonly number[],
  width: number,
  cell: CellShape,
  groupLines: readonly GroupLine[],
  headHeight: number,
): GridLayout {
  const places: GroupPlace[] = [];
  const starts: number[] = [];
  let start = 0;
  let headTop = 0;
  for (const { from, to, rows } of groupLines) {
    let x = 0;
    for (let index = from; index < to; index++) {
      const count = counts[index] ?? 0;
      const columns = Math.max(1, Math.ceil(count / rows));
      const groupWidth = Math.max(columns * cell.pitchX, headWidthIn(heads[index], width));
      const cellsTop = headTop + headHeight;
      places.push({ index, x, width: groupWidth, headTop, headWidth: groupWidth + GROUP_GAP - 4, cellsTop, columns, rows, count });
      starts.push(start);
      start += count;
      x += groupWidth + GROUP_GAP;
    }
    headTop += headHeight + rows * cell.pitchY + GROUP_LINE_GAP;
  }
  return { width, height: headTop, cell, places: extendLastHeads(places, width), starts };
}

const headWidthIn = (head: number | undefined, width: number): number => Math.min(width, Math.max(MIN_GROUP_WIDTH, head ?? 0));

/** Fills lines of one height, each with as many groups as fit the width. */
function evenGroupLines(
  counts: readonly number[],
  heads: readonly number[],
  width: number,
  cell: CellShape,
  rows: number,
): readonly GroupLine[] {
  const groupLines: GroupLine[] = [];
  let from = 0;
  let x = 0;
  for (const [index, count] of counts.entries()) {
    const groupWidth = Math.max(Math.max(1, Math.ceil(count / rows)) * cell.pitchX, headWidthIn(heads[index], width));
    if (x > 0 && x + groupWidth > width) {
      groupLines.push({ from, to: index, rows });
      from = index;
      x = 0;
    }
    x += groupWidth + GROUP_GAP;
  }
  return counts.length === 0 ? [] : [...groupLines, { from, to: counts.length, rows }];
}

const widest = (layout: GridLayout): number => layout.places.reduce((most, place) => Math.max(most, place.x + place.width), 0);

/** Places groups in lines, in the given order. `fit`: the largest of `shapes` (largest first) with which all groups
 *  fit `width` × `height`, in lines of one height if that needs no smaller cells. A shape: cells of that shape,
 *  with any height, unless the area would exceed `MAX_CANVAS_AREA`. `counts`: nodes of each group; `heads`: width
 *  that each heading needs; `scale`: font size of the root, relative to 16 px. A group wider than the page takes more
 *  rows. Pure. */
export function layoutGrid(
  counts: readonly number[],
  heads: readonly number[],
  width: number,
  height: number,
  wanted: "fit" | CellShape,
  shapes: readonly CellShape[] = POD_SHAPES.fit,
  scale = 1,
): GridLayout {
  const headHeight = Math.round(HEAD_HEIGHT * scale);
  const evenLayout = (shape: CellShape, rows: number) =>
    stackLines(counts, heads, width, shape, evenGroupLines(counts, heads, width, shape, rows), headHeight);
  if (wanted !== "fit") {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const area = total * wanted.pitchX * wanted.pitchY;
    if (area < MAX_CANVAS_AREA) return evenLayout(wanted, rowsThatFitWidth(counts, width, wanted));
  }
  const preferred = preferredRows(counts);
  for (const shape of shapes) {
    const rowsByLineCount = Array.from({ length: 8 }, (_, index) =>
      Math.floor((height / (index + 1) - headHeight - GROUP_LINE_GAP) / shape.pitchY),
    );
    const candidates = [preferred, ...rowsByLineCount]
      .filter((rows) => rows >= MIN_ROWS)
      .sort((a, b) => Math.abs(a - preferred) - Math.abs(b - preferred));
    for (const rows of candidates) {
      const layout = evenLayout(shape, rows);
      if (layout.height <= height && widest(layout) <= width) return layout;
    }
    const layout = packed(counts, heads, width, shape, headHeight);
    if (layout.height <= height && widest(layout) <= width) return layout;
  }
  return packed(counts, heads, width, shapes.at(-1) ?? POD_SHAPES.ten, headHeight);
}

function packed(counts: readonly number[], heads: readonly number[], width: number, shape: CellShape, headHeight: number): GridLayout {
  const least = counts.map((_, index) => headWidthIn(heads[index], width));
  const room = { width, groupGap: GROUP_GAP, around: headHeight + GROUP_LINE_GAP, leastRows: MIN_ROWS };
  return stackLines(counts, heads, width, shape, packedGroupLines(counts, least, shape, room), headHeight);
}

function rowsThatFitWidth(counts: readonly number[], width: number, { pitchX }: CellShape): number {
  const columns = Math.max(1, Math.floor(width / pitchX));
  return Math.max(preferredRows(counts), Math.ceil(Math.max(1, ...counts) / columns));
}

/** Returns the left edge of cell `index` of a group. */
export const cellLeft = ({ cell, flow }: Pick<GridLayout, "cell" | "flow">, place: GroupPlace, index: number): number =>
  place.x + (flow === undefined ? Math.floor(index / place.rows) : index % place.columns) * cell.pitchX;
export const cellTop = ({ cell, flow }: Pick<GridLayout, "cell" | "flow">, place: GroupPlace, index: number): number =>
  place.cellsTop + (flow === undefined ? index % place.rows : Math.floor(index / place.columns)) * cell.pitchY;
