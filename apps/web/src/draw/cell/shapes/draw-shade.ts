import type { Palette } from "../../../data/cell/palette.ts";
import { SHADE_OPACITY, type Shade } from "../../../data/cell/shade.ts";
import { type Box, type CanvasPen, drawClipped, shortSide } from "../canvas-pen.ts";
import { drawDottedEdge } from "./draw-glyph.ts";

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
export function drawShade(pen: CanvasPen, box: Box, shade: Shade, palette: Palette, weight: number): void {
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
