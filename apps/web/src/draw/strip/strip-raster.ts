import { severityOf } from "../../data/cell/severity.ts";
import type { StripLayout } from "./strip-layout.ts";

/** The boxes of a strip's nodes in an image of the screen's pixels, in the strip's order. Boxes neither overlap nor
 *  leave a seam. If there are more nodes than pixels, consecutive nodes share one. Data is stored by box, and there
 *  are at most as many boxes as pixels, so that scattered changes find their data nearby. */
export interface StripRaster {
  /** The box of a row of the cluster state; -1 if it has none. */
  readonly boxOf: Int32Array;
  /** Left edges by box, pixels of the image. */
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly widths: Uint8Array;
  readonly heights: Uint8Array;
  /** The start of a box's nodes in `rows`, by box; then the length of `rows`. */
  readonly starts: Int32Array;
  /** Rows of the cluster state, box after box. */
  readonly rows: Int32Array;
}

/** `ratio`: pixels of the screen in one CSS pixel. O(nodes). */
export function stripRaster({ order, xs, ys, cellWidth, cellHeight }: StripLayout, ratio: number): StripRaster {
  const count = order.length;
  const boxOf = new Int32Array(xs.length).fill(-1);
  const [lefts, tops, starts] = [new Int32Array(count), new Int32Array(count), new Int32Array(count + 1)];
  const [widths, heights] = [new Uint8Array(count), new Uint8Array(count)];
  const isShared = cellHeight * ratio < 1;
  let boxes = 0;
  for (const [index, row] of order.entries()) {
    const left = (xs[row] ?? 0) * ratio;
    const top = (ys[row] ?? 0) * ratio;
    const x = Math.round(left);
    const y = isShared ? Math.floor(top) : Math.round(top);
    if (boxes === 0 || lefts[boxes - 1] !== x || tops[boxes - 1] !== y) {
      lefts[boxes] = x;
      tops[boxes] = y;
      widths[boxes] = Math.max(1, Math.round(left + cellWidth * ratio) - x);
      heights[boxes] = Math.max(1, Math.round(top + cellHeight * ratio) - y);
      starts[boxes++] = index;
    }
    boxOf[row] = boxes - 1;
  }
  starts[boxes] = count;
  return {
    boxOf,
    xs: lefts.slice(0, boxes),
    ys: tops.slice(0, boxes),
    widths: widths.slice(0, boxes),
    heights: heights.slice(0, boxes),
    starts: starts.slice(0, boxes + 1),
    rows: Int32Array.from(order),
  };
}

/** Precomputed, because it is read for each node that shares a pixel. */
const SEVERITY = Uint8Array.from({ length: 256 }, (_, byte) => severityOf(byte));

/** Returns the row of the visible node in a box: of several nodes the worst, of equals the last. `bytes`: by row.
 *  O(nodes in the box). */
export function worstRowInBox({ starts, rows }: Pick<StripRaster, "starts" | "rows">, box: number, bytes: Uint8Array): number {
  const end = starts[box + 1] ?? 0;
  let index = starts[box] ?? 0;
  let worst = rows[index] ?? -1;
  if (end - index === 1) return worst;
  let least = SEVERITY[bytes[worst] ?? 0] ?? 0;
  for (index++; index < end; index++) {
    const row = rows[index] ?? -1;
    const severity = SEVERITY[bytes[row] ?? 0] ?? 0;
    if (severity > least) continue;
    worst = row;
    least = severity;
  }
  return worst;
}
