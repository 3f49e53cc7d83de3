import type { CanvasPen } from "../cell/canvas-pen.ts";

/** The target of a drawing: a canvas, or an SvgSurface. */
export type DrawSurface = Omit<CanvasPen, "fillStyle" | "strokeStyle" | "roundRect" | "arc" | "setLineDash"> & {
  fillStyle: string;
  strokeStyle: string;
  font: string;
  roundRect: (x: number, y: number, width: number, height: number, radii?: number) => void;
  arc: (x: number, y: number, radius: number, from: number, to: number) => void;
  setLineDash: (segments: number[]) => void;
  fillText: (text: string, x: number, y: number) => void;
};
