import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { TaintCap } from "../../../data/cell/cell-style.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { type Box, type CanvasPen, drawClipped } from "../canvas-pen.ts";

/**
 * Draws the taint cap at the top of a cell and returns its height. NoSchedule is one bar, NoExecute two,
 * PreferNoSchedule a dashed bar.
 */
export function drawTaintCap(pen: CanvasPen, x: number, y: number, size: number, taint: TaintCap, palette: Palette): number {
  const bar = size >= 30 ? 3 : 1.5;
  const gap = size >= 30 ? 2 : 1;
  pen.fillStyle = palette.mark;
  switch (taint) {
    case "none":
      return 0;
    case "NoSchedule":
      pen.fillRect(x, y, size, bar);
      return bar + gap;
    case "NoExecute":
      pen.fillRect(x, y, size, bar);
      pen.fillRect(x, y + bar + gap, size, bar);
      return 2 * (bar + gap);
    case "PreferNoSchedule": {
      const dashes = size >= 30 ? 6 : 3;
      const dash = size / (2 * dashes - 1);
      for (let index = 0; index < dashes; index++) pen.fillRect(x + 2 * index * dash, y, dash, bar);
      return bar + gap;
    }
    default:
      return assertNever(taint);
  }
}

/** Erases the upper right corner down to the background and draws an edge along the cut. */
export function drawCordonCut(pen: CanvasPen, box: Box, size: number, palette: Palette): void {
  const { x, y, height } = box;
  const right = x + size;
  const reach = Math.max(4, size * 0.36);
  pen.save();
  pen.globalCompositeOperation = "destination-out";
  pen.beginPath();
  pen.moveTo(right - reach, y - 1);
  pen.lineTo(right + 1, y - 1);
  pen.lineTo(right + 1, y + reach);
  pen.closePath();
  pen.fill();
  pen.restore();
  drawClipped(pen, { x, y, width: size, height }, () => {
    pen.strokeStyle = palette.mark;
    pen.lineWidth = size >= 30 ? 2.5 : size >= 14 ? 1.75 : 1.25;
    pen.beginPath();
    pen.moveTo(right - reach - 2, y - 2);
    pen.lineTo(right + 2, y + reach + 2);
    pen.stroke();
  });
}
