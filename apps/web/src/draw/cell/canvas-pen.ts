/** The members of a 2D context that draw cells. */
export type CanvasPen = Pick<
  CanvasRenderingContext2D,
  | "arc"
  | "beginPath"
  | "clip"
  | "closePath"
  | "fill"
  | "fillRect"
  | "fillStyle"
  | "globalAlpha"
  | "globalCompositeOperation"
  | "lineCap"
  | "lineTo"
  | "lineWidth"
  | "moveTo"
  | "rect"
  | "restore"
  | "roundRect"
  | "save"
  | "setLineDash"
  | "stroke"
  | "strokeRect"
  | "strokeStyle"
>;

/** A rectangle in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const shortSide = (box: Box): number => Math.min(box.width, box.height);

/** Runs `draw` with its output clipped to the box. */
export function drawClipped(pen: CanvasPen, box: Box, draw: () => void): void {
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.width, box.height);
  pen.clip();
  draw();
  pen.restore();
}
