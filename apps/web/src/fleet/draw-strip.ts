import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { drawCell } from "../cell/draw-cell.ts";
import { pixelOf } from "../cell/draw-pixel.ts";
import { type CellLook, lookOf } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import { severityOf } from "../cell/severity.ts";
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
  return cellHeight < WHOLE_FROM && cellWidth * ratio >= 1 && cellHeight * ratio >= 1;
}

/** Draws the nodes of some rows in the states of one column, each on a place that is clear, or is cleared where `isCleared` is false. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  style: StripStyle,
  { rows: { names }, nodes, cells }: Pick<ClusterState, "rows" | "nodes" | "cells">,
  column: number,
  drawn: Iterable<number>,
  isCleared: boolean,
): void {
  const { layout, palette, ratio, standsOut } = style;
  const { cellWidth, cellHeight } = layout;
  const bytes = cells[column];
  const snap = (value: number) => Math.round(value * ratio) / ratio;
  const isGlyph = cellHeight >= WHOLE_FROM;
  const size = cellHeight > WHOLE_FROM ? cellHeight - 1 : cellHeight;
  // Of several in one pixel the worst is seen.
  const isShared = cellHeight * ratio < 1;
  const order = isShared ? [...drawn].sort((a, b) => severityOf(bytes?.[b] ?? 0) - severityOf(bytes?.[a] ?? 0)) : drawn;
  const looks: CellLook[] = [];
  for (const row of order) {
    const left = layout.xs[row];
    const top = layout.ys[row];
    const name = names[row];
    if (name === undefined || left === undefined || top === undefined || Number.isNaN(left)) continue;
    const byte = bytes?.[row] ?? 0;
    let look = cellHeight < NODE_FROM ? looks[byte] : undefined;
    if (look === undefined) {
      // Of a node only that it is NotReady says something in a strip.
      look = { ...lookOf(byte, cellHeight < NODE_FROM ? undefined : nodes[row]), taint: "none", cordoned: false };
      looks[byte] = look;
    }
    const strength = standsOut === undefined || standsOut(name, byte) ? 1 : STEPPED_BACK;
    if (isGlyph && strength === 1) {
      drawCell(context, left, top, size, look, palette);
      continue;
    }
    // Edges on the pixels of the screen: neighbours neither overlap nor leave a seam, and the smallest cell is one pixel.
    const [x, y] = isShared ? [left, Math.floor(top * ratio) / ratio] : [snap(left), snap(top)];
    const width = isGlyph ? size : Math.max(1 / ratio, snap(left + cellWidth) - x);
    const height = isGlyph ? size : Math.max(1 / ratio, snap(top + cellHeight) - y);
    if (!isCleared || isShared) context.clearRect(x, y, width, height);
    const pixel = pixelOf(look, palette);
    if (pixel === undefined) continue;
    context.fillStyle = pixel.colour;
    context.globalAlpha = pixel.alpha * strength;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }
}
