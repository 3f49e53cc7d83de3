import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import { severityOf } from "../cell/severity.ts";
import type { StripLayout } from "./strip-layout.ts";

/** The boxes that the nodes of a strip have in an image of the screen's pixels, by their place in its order. Neighbours neither overlap nor leave a seam; where there are more nodes than pixels, several that follow
 *  each other have the same one. */
export interface StripRaster {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly widths: Uint8Array;
  readonly heights: Uint8Array;
  /** The place of a row of the cluster state; -1 where it has none. */
  readonly places: Int32Array;
}

/** `ratio`: pixels of the screen in one of CSS. O(nodes). */
export function stripRaster({ order, xs, ys, cellWidth, cellHeight }: StripLayout, ratio: number): StripRaster {
  const raster = {
    xs: new Int32Array(order.length),
    ys: new Int32Array(order.length),
    widths: new Uint8Array(order.length),
    heights: new Uint8Array(order.length),
    places: new Int32Array(xs.length).fill(-1),
  };
  const isShared = cellHeight * ratio < 1;
  for (const [place, row] of order.entries()) {
    const left = (xs[row] ?? 0) * ratio;
    const top = (ys[row] ?? 0) * ratio;
    const x = Math.round(left);
    const y = isShared ? Math.floor(top) : Math.round(top);
    raster.places[row] = place;
    raster.xs[place] = x;
    raster.ys[place] = y;
    raster.widths[place] = Math.max(1, Math.round(left + cellWidth * ratio) - x);
    raster.heights[place] = Math.max(1, Math.round(top + cellHeight * ratio) - y);
  }
  return raster;
}

/** The place of the node that is seen in the box of another, and the place after the last of those that share it: of several the worst, of equals the last. O(nodes that share it). */
export function seenAt(
  { xs, ys }: StripRaster,
  place: number,
  byteAt: (place: number) => CellByte,
): { readonly place: number; readonly end: number } {
  const isThere = (other: number) => other >= 0 && xs[other] === xs[place] && ys[other] === ys[place];
  let first = place;
  while (isThere(first - 1)) first--;
  let worst = first;
  let end = first + 1;
  for (; isThere(end); end++) if (severityOf(byteAt(end)) <= severityOf(byteAt(worst))) worst = end;
  return { place: worst, end };
}
