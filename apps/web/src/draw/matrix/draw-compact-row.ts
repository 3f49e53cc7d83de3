import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import { type Palette, restingPalette } from "../../data/cell/palette.ts";
import type { MatrixCell } from "../../data/clusters/matrix-cell.ts";
import type { CanvasPen } from "../cell/canvas-pen.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";
import type { CompactLayout } from "./compact-layout.ts";

const REST = 0.62;
const DIM = 0.28;
/** Opacity of a disconnected cluster: the drawn state may be outdated. */
const DISCONNECTED = 0.42;
const HATCH = 4;

/** Draws one row of marks. If marks are tall, a cell without a problem is a bar. Otherwise it is a mark, with a bar
 *  below it that shows the updated share if there is space. An unknown cluster has lines, a missing DaemonSet a
 *  dot. */
export function drawCompactRow(
  pen: CanvasPen,
  points: readonly MatrixCell[],
  clusters: readonly ClusterSummary[],
  { places, markWidth: width, markHeight: height }: CompactLayout,
  isKept: (column: number) => boolean,
  palette: Palette,
): void {
  const resting = restingPalette(palette);
  for (const [at, point] of points.entries()) {
    const [x, y] = places[at] ?? [0, 0];
    const strength = (isKept(at) ? 1 : DIM) * (clusters[at]?.hearing === "silent" ? DISCONNECTED : 1);
    pen.globalAlpha = strength;
    if (point.kind === "unknown") {
      pen.fillStyle = palette.line2;
      for (let line = 0; line < height; line += HATCH) pen.fillRect(x, y + line, width, 1);
    } else if (point.kind !== "there") {
      pen.fillStyle = palette.line2;
      if (point.kind === "none") pen.fillRect(x + width / 2 - 1, y + height / 2 - 1, 2, 2);
    } else if (point.rank === 0 && height > width) {
      pen.globalAlpha = strength * REST;
      pen.fillStyle = palette.available;
      pen.fillRect(x, y, width, height);
    } else {
      drawCell(pen, x, y, width, point.look, point.rank === 0 ? resting : palette);
      pen.globalAlpha = strength * REST;
      const room = height - width - 1;
      const { desired, updated } = point.agent;
      const done = Math.max(0, Math.min(room, Math.round((height * updated) / Math.max(1, desired))));
      pen.fillStyle = point.isBehind ? palette.old : palette.available;
      if (room > 0) pen.fillRect(x, y + height - done, width, done);
    }
  }
  pen.globalAlpha = 1;
}
