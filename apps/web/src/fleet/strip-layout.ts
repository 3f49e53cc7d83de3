import type { Pools } from "./strip-order.ts";

/** `start` and `count`: its nodes in the order of the strip. Those without a label are NO_GROUP. */
export interface StripPool {
  readonly name: string;
  readonly x: number;
  readonly width: number;
  readonly start: number;
  readonly count: number;
}

/** Where each node stands in every strip: the same places in all rows, so that a bad pool is a vertical line. CSS pixels; columns are whole
 *  pixels of the screen, all of one width, so that they make no pattern of their own. */
export interface StripLayout {
  readonly width: number;
  readonly height: number;
  /** From one node to the next, across and down. Equal and whole from WHOLE_FROM on. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** How many stand above one another. */
  readonly rows: number;
  readonly pools: readonly StripPool[];
  /** Rows of the cluster state, in the order in which they are drawn: down, then across. */
  readonly order: readonly number[];
  /** Places by row; NaN, or beyond the end, where no node is. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

const HEIGHT = 40;
const GAP = 4;
/** Two stand above one another: on wide screens, where there are few nodes. */
const LARGEST_CELL = 20;
/** A larger cell may not take more than half of the room: the columns beside it would pay. */
const ORDINARY_CELL = 9;
/** Smaller cells are plain areas. */
export const WHOLE_FROM = 3;
const LEAST_ROOM = 60;
/** More pools than columns need more than their room. */
const MOST_IN_A_PIXEL = 1000;

interface Raster {
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

const columnsIn = (pools: Pools, rows: number): number => pools.reduce((sum, pool) => sum + Math.ceil(pool.rows.length / rows), 0);

/** The plain areas that a node may have, CSS pixels: those first whose shorter side is longer, then the larger ones. */
function areas(unit: number): readonly { readonly width: number; readonly height: number }[] {
  const sides = Array.from({ length: Math.round(WHOLE_FROM / unit) }, (_, at) => (at + 1) * unit);
  return sides
    .flatMap((width) => sides.map((height) => ({ width, height })))
    .sort((a, b) => Math.min(b.width, b.height) - Math.min(a.width, a.height) || b.width * b.height - a.width * a.height);
}

/** The largest square cell that fits; below WHOLE_FROM the largest area; where there are more nodes than pixels, as many to a pixel as it takes. */
function rasterFor(pools: Pools, room: number, unit: number, most: number): Raster {
  for (let cell = Math.min(LARGEST_CELL, most); cell >= WHOLE_FROM; cell--) {
    const rows = Math.floor(most / cell);
    if (columnsIn(pools, rows) * cell <= (cell > ORDINARY_CELL ? room / 2 : room)) return { rows, cellWidth: cell, cellHeight: cell };
  }
  for (const { width, height } of areas(unit)) {
    const rows = Math.floor(most / height);
    if (columnsIn(pools, rows) * width <= room) return { rows, cellWidth: width, cellHeight: height };
  }
  let sharing = 2;
  while (columnsIn(pools, Math.floor(most / unit) * sharing) * unit > room && sharing < MOST_IN_A_PIXEL) sharing++;
  return { rows: Math.floor(most / unit) * sharing, cellWidth: unit, cellHeight: unit / sharing };
}

/** Smaller cells are no price for whole names. */
const NAMED_FROM = 7;

/** The largest square cell that leaves room for the whole name of every pool; undefined where none of an ordinary size does. */
function namedRaster(pools: Pools, names: readonly number[], room: number, most: number): Raster | undefined {
  for (let cell = Math.min(LARGEST_CELL, most); cell >= NAMED_FROM; cell--) {
    const rows = Math.floor(most / cell);
    if (cell > ORDINARY_CELL && columnsIn(pools, rows) * cell > room / 2) continue;
    const width = pools.reduce((sum, pool, at) => sum + Math.max(Math.ceil(pool.rows.length / rows) * cell, names[at] ?? 0), 0);
    if (width <= room) return { rows, cellWidth: cell, cellHeight: cell };
  }
  return undefined;
}

/** The first letters of a name, CSS pixels: where there is no room for whole names. */
const SHORT_NAMES = [34, 22];

/** The widths of pools that are as wide as their names, or as a part of them, where that leaves room for all; else as their cells. */
function namedWidths(cells: readonly number[], names: readonly number[], room: number): readonly number[] {
  for (const most of [Number.POSITIVE_INFINITY, ...SHORT_NAMES]) {
    const widths = cells.map((width, at) => Math.max(width, Math.min(most, names[at] ?? 0)));
    if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
  }
  return cells;
}

/** Lays the nodes out in at most `maxWidth` px, and in no less than they need when there are many. A pool is as wide as its name where that leaves room for all, for which cells are somewhat smaller.
 *  `nameWidthOf`: CSS pixels. `unit`: a pixel of the screen, CSS pixels. `height`: of the strip, CSS pixels. Pure. O(nodes). */
export function layOutStrip(
  pools: Pools,
  maxWidth: number,
  nameWidthOf: (pool: string) => number = () => 0,
  unit = 1,
  height = HEIGHT,
): StripLayout {
  const room = Math.max(LEAST_ROOM, maxWidth - GAP * Math.max(0, pools.length - 1));
  const names = pools.map(({ pool }) => nameWidthOf(pool));
  const { rows, cellWidth, cellHeight } = namedRaster(pools, names, room, height) ?? rasterFor(pools, room, unit, height);
  const extent = pools.reduce((most, pool) => pool.rows.reduce((highest, row) => Math.max(highest, row + 1), most), 0);
  const xs = new Float64Array(extent).fill(Number.NaN);
  const ys = new Float64Array(extent).fill(Number.NaN);
  const placed: StripPool[] = [];
  const order: number[] = [];
  const cellsWidth = (count: number) => Math.ceil(count / rows) * cellWidth;
  const named = namedWidths(
    pools.map(({ rows: nodes }) => cellsWidth(nodes.length)),
    names,
    room,
  );
  let x = 0;
  for (const [index, pool] of pools.entries()) {
    for (const [at, row] of pool.rows.entries()) {
      xs[row] = x + Math.floor(at / rows) * cellWidth;
      ys[row] = (at % rows) * cellHeight;
    }
    const width = named[index] ?? cellsWidth(pool.rows.length);
    placed.push({ name: pool.pool, x, width, start: order.length, count: pool.rows.length });
    for (const row of pool.rows) order.push(row);
    x += width + GAP;
  }
  return { width: Math.max(1, x - GAP), height, cellWidth, cellHeight, rows, pools: placed, order, xs, ys };
}
