import type { FocusStep, FocusStops } from "../grid/layout/move-focus.ts";
import { moveInColumns } from "../grid/layout/move-focus.ts";
import type { StripLayout } from "./strip-layout.ts";

/** Returns the place in the strip's order at a point, CSS pixels of the strip; undefined outside its cells.
 *  O(pools). */
export function stripIndexAt({ pools, rows, cellWidth, cellHeight }: StripLayout, x: number, y: number): number | undefined {
  const pool = pools.find((each) => x >= each.x && x < each.x + Math.ceil(each.count / rows) * cellWidth);
  const row = Math.floor(y / cellHeight);
  if (pool === undefined || row < 0 || row >= rows) return undefined;
  const index = Math.floor((x - pool.x) / cellWidth) * rows + row;
  return index < pool.count ? pool.start + index : undefined;
}

/** Returns the place of a row, which changes when other nodes join or leave; undefined if it is in no strip.
 *  O(nodes). */
export function stripIndexOfRow({ order }: StripLayout, row: number | undefined): number | undefined {
  const place = row === undefined ? -1 : order.indexOf(row);
  return place < 0 ? undefined : place;
}

/** Returns the pool that contains a place. */
export const poolAt = ({ pools }: StripLayout, place: number) => pools.find(({ start, count }) => place >= start && place < start + count);

/** Returns the place that a step leads to, by columns and on into the next pool, or `from` if there is none. */
export const moveInStrip = ({ pools, rows }: StripLayout, stops: FocusStops, from: number, step: FocusStep): number =>
  moveInColumns(
    pools.map(({ start, count }) => ({ start, count, rows })),
    stops,
    from,
    step,
  );
