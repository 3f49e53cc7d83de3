import type { CellStyle } from "../../../data/cell/cell-style.ts";
import { cellVariantOf } from "../../../data/cell/cell-variant.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { type Box, type CanvasPen, drawClipped, shortSide } from "../canvas-pen.ts";
import { drawBody } from "./draw-body.ts";
import { centre, drawDottedEdge } from "./draw-glyph.ts";

/** Draws a hatch `\`, the mirror image of the `/` of starting. */
function backHatch(pen: CanvasPen, box: Box, colour: string, thin = false): void {
  const { x, y, width, height } = box;
  const side = shortSide(box);
  drawClipped(pen, box, () => {
    pen.strokeStyle = colour;
    pen.lineWidth = (side < 9 ? 1 : side < 14 ? 1.1 : side < 30 ? 1.4 : 2.4) * (thin ? 0.75 : 1);
    const step = (side < 9 ? 3 : side < 14 ? 3.6 : side < 30 ? 4.6 : 8) * (thin ? 1.5 : 1);
    pen.beginPath();
    for (let at = -height; at < width + height; at += step) {
      pen.moveTo(x + at, y);
      pen.lineTo(x + at + height, y + height);
    }
    pen.stroke();
  });
}

/**
 * Draws the cell of a node that is NotReady or Unknown: foreground and background swap. A frame in the text colour
 * surrounds the cell, and the state's glyph is on top.
 */
export function drawUnready(pen: CanvasPen, box: Box, look: CellStyle, palette: Palette, weight: number): void {
  const { x, y, width, height } = box;
  const side = shortSide(box);
  const middle = centre(box);
  const disc = (colour: string): void => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(middle.x, middle.y, side * 0.36, 0, 2 * Math.PI);
    pen.fill();
  };
  const glyph = (): void => drawBody(pen, box, look, palette, weight, true);
  const variant = cellVariantOf(look);
  pen.fillStyle = palette.background;
  pen.fillRect(x, y, width, height);
  if (variant === "available") {
    drawBody(pen, box, look, palette, weight);
    backHatch(pen, box, palette.knock);
  } else if (variant === "failing" && !look.old) {
    pen.fillStyle = palette.failing;
    pen.fillRect(x, y, width, height);
    backHatch(pen, box, palette.knock);
    disc(palette.failing);
    glyph();
  } else if (variant === "ready") {
    const half = { x, width, height: height / 2 };
    glyph();
    drawClipped(pen, { ...half, y }, () => backHatch(pen, box, palette.ink3, true));
    drawClipped(pen, { ...half, y: middle.y }, () => backHatch(pen, box, palette.knock));
  } else if (variant === "starting") {
    glyph();
    backHatch(pen, box, palette.ink2, true);
  } else if (variant === "excluded") {
    backHatch(pen, box, palette.excluded, true);
    drawDottedEdge(pen, box, palette.excluded);
    return;
  } else {
    backHatch(pen, box, palette.ink3, true);
    if (variant !== "old") {
      if (side >= 9) disc(palette.background);
      glyph();
    }
  }
  pen.strokeStyle = variant === "leaving" ? palette.leaving : palette.ink;
  pen.lineWidth = side < 14 ? 1 : side < 30 ? 1.5 : 2.5;
  pen.setLineDash([]);
  const inset = pen.lineWidth / 2;
  pen.strokeRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
}
