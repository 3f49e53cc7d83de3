import type { Pools } from "./strip-order.ts";

/** A pool in the strips. `start` and `count`: its nodes in the order of the strip. Nodes without a label are in
 *  `NO_GROUP`. */
export interface StripPool {
  readonly name: string;
  readonly x: number;
  readonly width: number;
  readonly start: number;
  readonly count: number;
}

/** Position of each node in every strip: the same in all rows, so that a bad pool is a vertical line. CSS pixels.
 *  Columns are whole pixels of the screen with one width, so that they form no pattern. */
export interface StripLayout {
  readonly width: number;
  readonly height: number;
  /** Distance from one node to the next, across and down. Both are equal and whole from `MIN_FULL_CELL` on. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Number of nodes in a column. */
  readonly rows: number;
  readonly pools: readonly StripPool[];
  /** Rows of the cluster state, in drawing order: down, then across. */
  readonly order: readonly number[];
  /** Positions by row; NaN, or beyond the end, for a row without a node. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/** Size of a strip, CSS pixels. */
export interface StripSize {
  readonly height: number;
  /** Largest distance from one node to the next. */
  readonly largestCell: number;
}

/** Two rows of cells of 12 px, with a gap of 1 px between them. */
const TWO_ROWS: StripSize = { height: 28, largestCell: 13 };
/** Gap between pools; the second if cells are smaller than `WIDE_GAP_FROM`, the last if there are many pools. */
const GAPS = [16, 6, 2] as const;
const WIDE_GAP_FROM = 9;
/** Share of the width that gaps may take. */
const MAX_GAP_SHARE = 0.25;
/** Smaller cells are plain areas. */
export const MIN_FULL_CELL = 3;
const MIN_ROOM = 60;
/** Ends the search if the pools do not fit the width, regardless of the nodes per pixel. */
const MAX_NODES_PER_PIXEL = 1000;

interface Raster {
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Between pools. */
  readonly gap: number;
}

const columnsIn = (pools: Pools, rows: number): number => pools.reduce((sum, pool) => sum + Math.ceil(pool.rows.length / rows), 0);

/** Returns the possible plain areas of a node, CSS pixels: those with the longer shorter side first, then the larger
 *  ones. */
function areas(unit: number): readonly { readonly width: number; readonly height: number }[] {
  const sides = Array.from({ length: Math.round(MIN_FULL_CELL / unit) }, (_, at) => (at + 1) * unit);
  return sides
    .flatMap((width) => sides.map((height) => ({ width, height })))
    .sort((a, b) => Math.min(b.width, b.height) - Math.min(a.width, a.height) || b.width * b.height - a.width * a.height);
}

/** Returns the largest square cell that fits; below `MIN_FULL_CELL` the largest area. If there are more nodes than
 *  pixels, several nodes share a pixel. `gap`: between pools. */
function rasterFor(pools: Pools, roomWith: (gap: number) => number, unit: number, { height, largestCell }: StripSize): Raster {
  for (let cell = largestCell; cell >= MIN_FULL_CELL; cell--) {
    const rows = Math.floor(height / cell);
    for (const gap of cell >= WIDE_GAP_FROM ? GAPS : GAPS.slice(1))
      if (columnsIn(pools, rows) * cell <= roomWith(gap)) return { rows, cellWidth: cell, cellHeight: cell, gap };
  }
  const gap = GAPS[1] * (pools.length - 1) <= MAX_GAP_SHARE * roomWith(0) ? GAPS[1] : GAPS[2];
  const room = roomWith(gap);
  for (const { width, height: cellHeight } of areas(unit)) {
    const rows = Math.floor(height / cellHeight);
    if (columnsIn(pools, rows) * width <= room) return { rows, cellWidth: width, cellHeight, gap };
  }
  let sharing = 2;
  while (columnsIn(pools, Math.floor(height / unit) * sharing) * unit > room && sharing < MAX_NODES_PER_PIXEL) sharing++;
  return { rows: Math.floor(height / unit) * sharing, cellWidth: unit, cellHeight: unit / sharing, gap };
}

/** Widths of the first letters of a name, CSS pixels: used if whole names do not fit. */
const SHORT_NAMES = [34, 22];

/** Returns the widths of pools: those of their names, or of a part of them, if all fit; otherwise those of their
 *  cells. */
function namedWidths(cells: readonly number[], names: readonly number[], room: number): readonly number[] {
  for (const most of [Number.POSITIVE_INFINITY, ...SHORT_NAMES]) {
    const widths = cells.map((width, at) => Math.max(width, Math.min(most, names[at] ?? 0)));
    if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
  }
  return cells;
}

/** Lays out the nodes in at most `maxWidth` px, or in the width that they need if there are many. A pool is as wide as
 *  its name if all fit. `nameWidthOf`: CSS pixels. `unit`: a pixel of the screen, CSS pixels. Pure. O(nodes). */
export function layOutStrip(
  pools: Pools,
  maxWidth: number,
  nameWidthOf: (pool: string) => number = () => 0,
  unit = 1,
  size: StripSize = TWO_ROWS,
): StripLayout {
  const roomWith = (gap: number) => Math.max(MIN_ROOM, maxWidth - gap * Math.max(0, pools.length - 1));
  const names = pools.map(({ pool }) => nameWidthOf(pool));
  const { cellWidth, cellHeight, gap, ...raster } = rasterFor(pools, roomWith, unit, size);
  // Many pools of one node are one line, in the middle of their row.
  const rows = Math.min(
    raster.rows,
    pools.reduce((most, pool) => Math.max(most, pool.rows.length), 1),
  );
  const extent = pools.reduce((most, pool) => pool.rows.reduce((highest, row) => Math.max(highest, row + 1), most), 0);
  const xs = new Float64Array(extent).fill(Number.NaN);
  const ys = new Float64Array(extent).fill(Number.NaN);
  const placed: StripPool[] = [];
  const order: number[] = [];
  const cellsWidth = (count: number) => Math.ceil(count / rows) * cellWidth;
  const poolWidths = namedWidths(
    pools.map(({ rows: nodes }) => cellsWidth(nodes.length)),
    names,
    roomWith(gap),
  );
  let x = 0;
  for (const [index, pool] of pools.entries()) {
    for (const [at, row] of pool.rows.entries()) {
      xs[row] = x + Math.floor(at / rows) * cellWidth;
      ys[row] = (at % rows) * cellHeight;
    }
    const width = poolWidths[index] ?? cellsWidth(pool.rows.length);
    placed.push({ name: pool.pool, x, width, start: order.length, count: pool.rows.length });
    for (const row of pool.rows) order.push(row);
    x += width + gap;
  }
  const height = Math.ceil(rows * cellHeight - 1e-6);
  return { width: Math.max(1, x - gap), height, cellWidth, cellHeight, rows, pools: placed, order, xs, ys };
}
