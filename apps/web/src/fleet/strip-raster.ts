import { severityOf } from "../cell/severity.ts";
import type { StripLayout } from "./strip-layout.ts";

/** The boxes that the nodes of a strip have in an image of the screen's pixels, by their place in its order. Neighbours neither overlap nor leave a seam; where there are more nodes than pixels, several that follow
 *  each other have the same one. */
export interface StripRaster {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly widths: Uint8Array;
  readonly heights: Uint8Array;
  /** By place, the first of those that share its box, and the one after the last. */
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
  /** By place, the row of the cluster state. */
  readonly rows: Int32Array;
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
    firsts: new Int32Array(order.length),
    rows: Int32Array.from(order),
    ends: new Int32Array(order.length),
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
    const isSame = place > 0 && raster.xs[place - 1] === x && raster.ys[place - 1] === y;
    raster.firsts[place] = isSame ? (raster.firsts[place - 1] ?? 0) : place;
  }
  for (let place = order.length - 1; place >= 0; place--)
    raster.ends[place] = raster.firsts[place + 1] === raster.firsts[place] ? (raster.ends[place + 1] ?? 0) : place + 1;
  return raster;
}

/** The place of the node that is seen in the box of another: of several that share it the worst, of equals the last. `bytes`: by row. O(nodes that share it). */
export function seenAt({ firsts, ends, rows }: Pick<StripRaster, "firsts" | "ends" | "rows">, place: number, bytes: Uint8Array): number {
  const end = ends[place] ?? 0;
  let worst = firsts[place] ?? 0;
  if (end - worst === 1) return worst;
  let least = severityOf(bytes[rows[worst] ?? 0] ?? 0);
  for (let other = worst + 1; other < end; other++) {
    const severity = severityOf(bytes[rows[other] ?? 0] ?? 0);
    if (severity > least) continue;
    worst = other;
    least = severity;
  }
  return worst;
}
