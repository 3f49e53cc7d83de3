import type { Palette } from "../../data/cell/palette.ts";
import type { Box, CanvasPen } from "../cell/canvas-pen.ts";

/** Returns the weight of the dashed frame for a cell of this size. */
const frameWeight = (size: number): number => (size < 9 ? 1 : size < 14 ? 1.5 : size < 30 ? 1.75 : 2.5);

/** Draws a dashed frame with closed corners: one gap a side below 13 px, two below 30, five from there on. */
export function drawFrame(pen: CanvasPen, { x, y, width, height }: Box, size: number, colour: string): void {
  const weight = frameWeight(size);
  const gaps = size < 13 ? 1 : size < 30 ? 2 : 5;
  const share = gaps === 1 ? 0.36 : 0.42;
  pen.fillStyle = colour;
  const side = (length: number, dash: (from: number, to: number) => void) => {
    const unit = length / gaps;
    const gap = unit * share;
    let from = 0;
    for (let at = 0; at < gaps; at++) {
      const start = at * unit + (unit - gap) / 2;
      dash(from, start);
      from = start + gap;
    }
    dash(from, length);
  };
  side(width, (from, to) => {
    pen.fillRect(x + from, y, to - from, weight);
    pen.fillRect(x + from, y + height - weight, to - from, weight);
  });
  side(height, (from, to) => {
    pen.fillRect(x, y + from, weight, to - from);
    pen.fillRect(x + width - weight, y + from, weight, to - from);
  });
}

/** Draws one stroke in the text colour from corner to corner, with background on both sides. */
export function drawStrike(pen: CanvasPen, { x, y, width, height }: Box, size: number, palette: Palette): void {
  const weight = size < 9 ? 1.25 : size < 14 ? 1.6 : size < 30 ? 2 : 3;
  const beyond = size < 9 || height < size ? 0 : size < 30 ? 1 : 2;
  const line = (colour: string, lineWidth: number) => {
    pen.strokeStyle = colour;
    pen.lineWidth = lineWidth;
    pen.beginPath();
    pen.moveTo(x - beyond, y + height + beyond);
    pen.lineTo(x + width + beyond, y - beyond);
    pen.stroke();
  };
  pen.setLineDash([]);
  pen.lineCap = "butt";
  line(palette.background, weight + (size < 9 ? 1.5 : size < 30 ? 2.5 : 5));
  line(palette.ink, weight);
}

/** Draws a plus: one more pod. */
export function drawPlus(pen: CanvasPen, { x, y, width, height }: Box, size: number, colour: string): void {
  const reach = Math.round(size * (size < 14 ? 0.17 : 0.2)) + (size < 14 ? 0.5 : 0);
  const weight = size < 14 ? 1.25 : size < 30 ? 1.75 : 3;
  const middleX = x + width / 2;
  const middleY = y + height / 2;
  pen.fillStyle = colour;
  pen.fillRect(middleX - reach, middleY - weight / 2, 2 * reach, weight);
  pen.fillRect(middleX - weight / 2, middleY - reach, weight, 2 * reach);
}
