import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { type CellStyle, cellStyleOf } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";
import { pixelOf } from "../cell/shapes/draw-pixel.ts";
import { MIN_FULL_CELL, type StripLayout } from "./strip-layout.ts";

/** From this size on a cell shows the state of its node. */
export const NODE_FROM = 6;
/** From this size on a cell shows that its node is cordoned. */
const CORDON_FROM = 16;
/** Side of the dot for an excluded node, CSS pixels. */
const DOT = 2;
export const DIMMED_ALPHA = 0.22;

export interface StripStyle {
  readonly layout: StripLayout;
  readonly palette: Palette;
  /** Pixels of the screen in one CSS pixel. */
  readonly ratio: number;
  /** Tests whether a node is emphasised; all are if undefined. */
  readonly isEmphasised: ((node: string, byte: CellByte) => boolean) | undefined;
}

/** Draws the nodes of some rows in the states of one column, each on a cleared area. Only for cells of `MIN_FULL_CELL`
 *  and more, which are squares of whole pixels. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  { layout, palette, isEmphasised }: StripStyle,
  { rows: { names }, nodes, cells }: Pick<ClusterState, "rows" | "nodes" | "cells">,
  column: number,
  rowsToDraw: Iterable<number>,
): void {
  const { cellHeight } = layout;
  const bytes = cells[column]?.now;
  const size = cellHeight > MIN_FULL_CELL ? cellHeight - 1 : cellHeight;
  const looks: CellStyle[] = [];
  for (const row of rowsToDraw) {
    const left = layout.xs[row];
    const top = layout.ys[row];
    const name = names[row];
    if (name === undefined || left === undefined || top === undefined || Number.isNaN(left)) continue;
    const byte = bytes?.[row] ?? 0;
    let look = cellHeight < NODE_FROM ? looks[byte] : undefined;
    if (look === undefined) {
      const known = cellStyleOf(byte, cellHeight < NODE_FROM ? undefined : nodes[row]);
      look = { ...known, taint: "none", cordoned: known.cordoned && size >= CORDON_FROM };
      looks[byte] = look;
    }
    if (look.state === "excluded" && cellHeight >= NODE_FROM) {
      context.fillStyle = palette.line2;
      context.fillRect(left + size / 2 - DOT / 2, top + size / 2 - DOT / 2, DOT, DOT);
      continue;
    }
    if (isEmphasised === undefined || isEmphasised(name, byte)) {
      drawCell(context, left, top, size, look, palette);
      continue;
    }
    const pixel = pixelOf(look, palette);
    if (pixel === undefined) continue;
    context.fillStyle = pixel.colour;
    context.globalAlpha = pixel.alpha * DIMMED_ALPHA;
    context.fillRect(left, top, size, size);
    context.globalAlpha = 1;
  }
}
