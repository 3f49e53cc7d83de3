import type { CellStyle } from "../../../data/cell/cell-style.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { SHADE_OPACITY, type Shade } from "../../../data/cell/shade.ts";
import { type Box, type CanvasPen, drawClipped, shortSide } from "../canvas-pen.ts";
import { drawBody, edgeWidth } from "./draw-body.ts";
import { drawDottedEdge } from "./draw-glyph.ts";
import { drawCordonCut, drawTaintCap } from "./draw-marks.ts";
import { drawPixel } from "./draw-pixel.ts";
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

/** Draws lines across a box, `step` apart, or one dot in its centre. Other shades have no pattern. */
function pattern(pen: CanvasPen, { x, y, width, height }: Box, shade: Shade, step: number): void {
  switch (shade) {
    case "hatch":
      pen.beginPath();
      for (let at = -height; at < width + height; at += step * 1.4) {
        pen.moveTo(x + at, y + height);
        pen.lineTo(x + at + height, y);
      }
      pen.stroke();
      return;
    case "rows":
      for (let at = step; at < height - 1; at += step) pen.fillRect(x, y + at, width, Math.max(1, step / 2.5));
      return;
    case "columns":
      for (let at = step; at < width - 1; at += step) pen.fillRect(x + at, y, Math.max(1, step / 2.5), height);
      return;
    case "dots": {
      const dot = Math.max(2, shortSide({ x, y, width, height }) * 0.3);
      pen.fillRect(x + (width - dot) / 2, y + (height - dot) / 2, dot, dot);
      return;
    }
    default:
      return;
  }
}

/** Draws the body of a cell under a lens, from 6 px up. `weight`: the width of edges. */
function drawShade(pen: CanvasPen, box: Box, shade: Shade, palette: Palette, weight: number): void {
  const { x, y, width, height } = box;
  if (shade === "none") {
    drawDottedEdge(pen, box, palette.excluded);
    return;
  }
  pen.fillStyle = palette.ink2;
  if (shade === "full" || shade === "strong" || shade === "half" || shade === "faint") {
    pen.globalAlpha = SHADE_OPACITY[shade];
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = 1;
    return;
  }
  const side = shortSide(box);
  pen.strokeStyle = palette.ink2;
  pen.lineWidth = side < 14 ? 1 : side < 30 ? 1.5 : 2.4;
  drawClipped(pen, box, () => pattern(pen, box, shade, side < 9 ? 2 : side < 14 ? 3 : side < 30 ? 4 : 7));
  pen.setLineDash([]);
  pen.lineWidth = weight;
  pen.strokeRect(x + weight / 2, y + weight / 2, width - weight, height - weight);
}
