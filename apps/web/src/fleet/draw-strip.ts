import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { drawCell } from "../cell/draw-cell.ts";
import { pixelOf } from "../cell/draw-pixel.ts";
import { type CellLook, lookOf } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import { type StripLayout, WHOLE_FROM } from "./strip-layout.ts";

/** From this size on a cell shows what its node is. */
export const NODE_FROM = 6;
const STEPPED_BACK = 0.22;

export interface StripStyle {
  readonly layout: StripLayout;
  readonly palette: Palette;
  /** Pixels of the screen in one of CSS. */
  readonly ratio: number;
  /** Nodes that stand out; all do when undefined. */
  readonly standsOut: ((node: string, byte: CellByte) => boolean) | undefined;
}

/** Whether one node can be drawn anew without the others: its area is whole pixels of the screen, of which no neighbour has a part. */
export function isDrawnAlone({ layout: { cellWidth, cellHeight }, ratio }: StripStyle): boolean {
  return cellWidth < WHOLE_FROM && cellWidth * ratio >= 1 && cellHeight * ratio >= 1;
}

/** Draws the nodes of some rows, each on a place that is clear, or is cleared where `isCleared` is false. `bytes`: the DaemonSet's cells by row. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  style: StripStyle,
  { rows, nodes }: Pick<ClusterState, "rows" | "nodes">,
  bytes: Uint8Array,
  drawn: Iterable<number>,
  isCleared: boolean,
): void {
  const { layout, palette, ratio, standsOut } = style;
  const { cellWidth, cellHeight } = layout;
  const snap = (value: number) => Math.round(value * ratio) / ratio;
  const size = cellWidth > WHOLE_FROM ? cellWidth - 1 : cellWidth;
  const looks: CellLook[] = [];
  for (const row of drawn) {
    const name = rows[row] ?? "";
    const place = layout.places.get(name);
    if (place === undefined) continue;
    const byte = bytes[row] ?? 0;
    let look = cellWidth < NODE_FROM ? looks[byte] : undefined;
    if (look === undefined) {
      look = lookOf(byte, cellWidth < NODE_FROM ? undefined : nodes.get(name));
      looks[byte] = look;
    }
    const strength = standsOut === undefined || standsOut(name, byte) ? 1 : STEPPED_BACK;
    if (cellWidth >= WHOLE_FROM && strength === 1) {
      drawCell(context, place.x, place.y, size, look, palette);
      continue;
    }
    // Edges on the pixels of the screen: neighbours neither overlap nor leave a seam, and the smallest cell is one pixel.
    const [x, y] = [snap(place.x), snap(place.y)];
    const width = cellWidth >= WHOLE_FROM ? size : Math.max(1 / ratio, snap(place.x + cellWidth) - x);
    const height = cellWidth >= WHOLE_FROM ? size : Math.max(1 / ratio, snap(place.y + cellHeight) - y);
    if (!isCleared) context.clearRect(x, y, width, height);
    const pixel = pixelOf(look, palette);
    if (pixel === undefined) continue;
    context.fillStyle = pixel.colour;
    context.globalAlpha = pixel.alpha * strength;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }
}
