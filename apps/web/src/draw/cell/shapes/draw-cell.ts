import type { CellStyle } from "../../../data/cell/cell-style.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import type { CanvasPen } from "../canvas-pen.ts";
import { drawBody, edgeWidth } from "./draw-body.ts";
import { drawCordonCut, drawTaintCap } from "./draw-marks.ts";
import { drawPixel } from "./draw-pixel.ts";
import { drawShade } from "./draw-shade.ts";
import { drawSmallCell } from "./draw-small-cell.ts";
import { drawUnready } from "./draw-unready.ts";

const PIXEL_MAX = 2;
const TINY_MAX = 5;
/** Below this size, taint caps and the cordon cut are too small to read. */
const MARKS_MIN = 9;

const OLD_POD = { state: "available", old: true, surge: false, terminating: false } as const;

/**
 * Draws one cell of `size` CSS pixels with its upper left corner at x, y. A pure function of look, size and palette:
 * grid, flow, legend and verdict show the same drawing. Up to 2 px: hue; 3–5 px: hue and dither; from 6 px: glyphs, two
 * pods and NotReady. From 9 px: taint caps and the cordon cut. Leaves the pen's alpha at 1. The cordon cut erases the
 * pixels below it, so the canvas must have a separate background.
 */
export function drawCell(pen: CanvasPen, x: number, y: number, size: number, look: CellStyle, palette: Palette): void {
  if (size <= PIXEL_MAX) drawPixel(pen, x, y, size, look, palette);
  else if (size <= TINY_MAX) drawSmallCell(pen, x, y, size, look, palette);
  else drawWhole(pen, x, y, size, look, palette);
}

function drawWhole(pen: CanvasPen, x: number, y: number, size: number, look: CellStyle, palette: Palette): void {
  const weight = edgeWidth(size);
  const cap = size >= MARKS_MIN ? drawTaintCap(pen, x, y, size, look.taint, palette) : 0;
  const box = { x, y: y + cap, width: size, height: size - cap };
  if (look.shade !== undefined) drawShade(pen, box, look.shade, palette, weight);
  else if (look.surge) {
    const gap = size >= 14 ? 2 : 1;
    const half = { x, width: size, height: (box.height - gap) / 2 };
    drawBody(pen, { ...half, y: box.y }, { ...look, surge: false, old: false }, palette, weight);
    drawBody(pen, { ...half, y: box.y + half.height + gap }, { ...look, ...OLD_POD }, palette, weight);
  } else if (look.nodeUnready) drawUnready(pen, box, look, palette, weight);
  else drawBody(pen, box, look, palette, weight);
  if (look.cordoned && size >= MARKS_MIN) drawCordonCut(pen, box, size, palette);
}
