import type { StripOrder } from "./strip-order.ts";

/** Where each node stands in every strip: the same places in all rows, so that a bad pool is a vertical line. CSS pixels, not always whole ones. */
export interface StripLayout {
  readonly width: number;
  readonly height: number;
  /** From one node to the next, across and down. Equal and whole from WHOLE_FROM on. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Those without a label are NO_GROUP. */
  readonly pools: readonly { readonly name: string; readonly x: number; readonly width: number }[];
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
}

const HEIGHT = 40;
const GAP = 4;
/** Four stand above one another; a larger cell would draw taints, which say nothing in a strip. */
const LARGEST_CELL = 9;
/** Smaller cells are plain areas, which need no whole pixels. */
export const WHOLE_FROM = 3;
const LEAST_ROOM = 60;

interface Raster {
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

const columnsIn = (order: StripOrder, rows: number): number => order.reduce((sum, { nodes }) => sum + Math.ceil(nodes.length / rows), 0);

/** The largest whole cell that fits; below WHOLE_FROM the rows with the largest cell, as wide as the room allows. */
function rasterFor(order: StripOrder, room: number): Raster {
  for (let cell = LARGEST_CELL; cell >= WHOLE_FROM; cell--) {
    const rows = Math.floor(HEIGHT / cell);
    if (columnsIn(order, rows) * cell <= room) return { rows, cellWidth: cell, cellHeight: cell };
  }
  let best: Raster = { rows: HEIGHT, cellWidth: 0, cellHeight: 0 };
  for (let rows = Math.floor(HEIGHT / WHOLE_FROM); rows <= HEIGHT; rows++) {
    const cellHeight = HEIGHT / rows;
    const cellWidth = Math.min(WHOLE_FROM, room / Math.max(1, columnsIn(order, rows)));
    if (Math.min(cellWidth, cellHeight) > Math.min(best.cellWidth, best.cellHeight)) best = { rows, cellWidth, cellHeight };
  }
  return best;
}

/** Lays the nodes out in at most `maxWidth` px, and in no less than they need when there are many. A pool is as wide as its name where that leaves room for all.
 *  `nameWidthOf`: CSS pixels. Pure. O(nodes). */
export function layOutStrip(order: StripOrder, maxWidth: number, nameWidthOf: (pool: string) => number = () => 0): StripLayout {
  const room = Math.max(LEAST_ROOM, maxWidth - GAP * Math.max(0, order.length - 1));
  const { rows, cellWidth, cellHeight } = rasterFor(order, room);
  const places = new Map<string, { x: number; y: number }>();
  const pools: { name: string; x: number; width: number }[] = [];
  const cellsWidth = (count: number) => Math.ceil(count / rows) * cellWidth;
  const named = order.map(({ pool, nodes }) => Math.max(cellsWidth(nodes.length), nameWidthOf(pool)));
  const hasRoom = named.reduce((sum, width) => sum + width, 0) <= room;
  let x = 0;
  order.forEach(({ pool, nodes }, index) => {
    nodes.forEach((node, at) => {
      places.set(node, { x: x + Math.floor(at / rows) * cellWidth, y: (at % rows) * cellHeight });
    });
    const width = (hasRoom ? named[index] : undefined) ?? cellsWidth(nodes.length);
    pools.push({ name: pool, x, width });
    x += width + GAP;
  });
  return { width: Math.max(1, x - GAP), height: HEIGHT, cellWidth, cellHeight, pools, places };
}
