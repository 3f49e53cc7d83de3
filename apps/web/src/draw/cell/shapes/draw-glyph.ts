import { type Box, type CanvasPen, shortSide } from "../canvas-pen.ts";

export const centre = (box: Box): { readonly x: number; readonly y: number } => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Draws ✕ with arms of `reach`. */
export function drawCross(pen: CanvasPen, box: Box, colour: string, reach: number, lineWidth: number): void {
  const { x, y } = centre(box);
  pen.strokeStyle = colour;
  pen.lineWidth = lineWidth;
  pen.lineCap = "butt";
  pen.beginPath();
  pen.moveTo(x - reach, y - reach);
  pen.lineTo(x + reach, y + reach);
  pen.moveTo(x + reach, y - reach);
  pen.lineTo(x - reach, y + reach);
  pen.stroke();
}

/** Draws an arrow; below 9 px only a triangle, because a shaft would not show. */
export function drawArrow(pen: CanvasPen, box: Box, to: "down" | "right", colour: string, reach: number, lineWidth: number): void {
  const { x, y } = centre(box);
  const point = (across: number, along: number): readonly [number, number] =>
    to === "down" ? [x + across * reach, y + along * reach] : [x + along * reach, y - across * reach];
  const head = (half: number, from: number, tip: number): void => {
    pen.beginPath();
    pen.moveTo(...point(-half, from));
    pen.lineTo(...point(half, from));
    pen.lineTo(...point(0, tip));
    pen.fill();
  };
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = lineWidth;
  if (shortSide(box) < 9) {
    head(1, -0.7, 1);
    return;
  }
  pen.beginPath();
  pen.moveTo(...point(0, -1));
  pen.lineTo(...point(0, 0.5));
  pen.stroke();
  head(0.85, 0.05, 1.05);
}

/** Draws a diamond with a rim. */
export function drawDiamond(pen: CanvasPen, box: Box, fill: string, rim: string, reach: number, lineWidth: number): void {
  const { x, y } = centre(box);
  pen.beginPath();
  pen.moveTo(x, y - reach);
  pen.lineTo(x + reach, y);
  pen.lineTo(x, y + reach);
  pen.lineTo(x - reach, y);
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = rim;
  pen.lineWidth = lineWidth;
  pen.stroke();
}

/** Draws three dots in a row; below 9 px one dot, because three would merge. */
export function drawThreeDots(pen: CanvasPen, box: Box, colour: string): void {
  const { x, y } = centre(box);
  const side = shortSide(box);
  pen.fillStyle = colour;
  if (side < 9) {
    pen.fillRect(x - 1, y - 1, 2, 2);
    return;
  }
  const unit = Math.max(1, side * 0.12);
  for (const step of [-1, 0, 1]) pen.fillRect(x + step * unit * 2.1 - unit / 1.6, y - unit / 1.6, unit * 1.25, unit * 1.25);
}

/** Draws a question mark; below 12 px a dot, because a hook would not show. */
export function drawQuestion(pen: CanvasPen, box: Box, colour: string): void {
  const { x, y } = centre(box);
  const side = shortSide(box);
  pen.fillStyle = colour;
  if (side < 12) {
    pen.fillRect(x - 1, y - 1, 2, 2);
    return;
  }
  const unit = side * 0.11;
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.2, unit * 1.1);
  pen.lineCap = "butt";
  pen.beginPath();
  pen.arc(x, y - unit * 1.2, unit * 1.5, -0.95 * Math.PI, 0.4 * Math.PI);
  pen.lineTo(x, y + unit * 1.3);
  pen.stroke();
  pen.fillRect(x - pen.lineWidth / 2, y + unit * 2, pen.lineWidth, pen.lineWidth);
}

/** Draws a dotted edge of square dots at equal distances, with a dot in each corner. */
export function drawDottedEdge(pen: CanvasPen, { x, y, width, height }: Box, colour: string): void {
  const side = Math.min(width, height);
  const dot = side >= 30 ? 2 : 1;
  const step = side >= 30 ? 5 : side >= 14 ? 3 : 2;
  const columns = Math.max(2, Math.round((width - dot) / step));
  const rows = Math.max(2, Math.round((height - dot) / step));
  pen.fillStyle = colour;
  for (let column = 0; column <= columns; column++) {
    const at = x + (column * (width - dot)) / columns;
    pen.fillRect(at, y, dot, dot);
    pen.fillRect(at, y + height - dot, dot, dot);
  }
  for (let row = 1; row < rows; row++) {
    const at = y + (row * (height - dot)) / rows;
    pen.fillRect(x, at, dot, dot);
    pen.fillRect(x + width - dot, at, dot, dot);
  }
}
