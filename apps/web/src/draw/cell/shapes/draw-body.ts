import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { CellStyle } from "../../../data/cell/cell-style.ts";
import { cellVariantOf } from "../../../data/cell/cell-variant.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { type Box, type CanvasPen, shortSide } from "../canvas-pen.ts";
import { centre, drawArrow, drawCross, drawDiamond, drawDottedEdge, drawQuestion, drawThreeDots } from "./draw-glyph.ts";

/** Returns the width of edges for a cell of this size. */
export function edgeWidth(size: number): number {
  return size < 9 ? 1 : size < 14 ? 1.25 : size < 30 ? 1.75 : 2.5;
}

/** Drawing functions for the background, edge and hatch of one box. */
interface Strokes {
  readonly fill: (colour: string, alpha?: number) => void;
  readonly edge: (colour: string) => void;
  readonly hatch: (colour: string) => void;
}

function strokesOf(pen: CanvasPen, box: Box, weight: number, bare: boolean): Strokes {
  const { x, y, width, height } = box;
  const side = shortSide(box);
  const radius = side >= 20 ? 3 : side >= 9 ? 1.5 : 0;
  const path = (inset: number): void => {
    pen.beginPath();
    if (radius > 0) pen.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, Math.max(0, radius - inset / 2));
    else pen.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
  };
  const fill = (colour: string, alpha = 1): void => {
    if (bare) return;
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    path(0);
    pen.fill();
    pen.globalAlpha = 1;
  };
  const edge = (colour: string): void => {
    if (bare) return;
    pen.strokeStyle = colour;
    pen.lineWidth = weight;
    pen.setLineDash([]);
    path(weight / 2);
    pen.stroke();
  };
  const hatch = (colour: string): void => {
    const step = side < 9 ? 3 : side < 14 ? 3.2 : side < 30 ? 4.5 : 7;
    pen.save();
    path(0);
    pen.clip();
    pen.strokeStyle = colour;
    pen.lineWidth = side < 14 ? 1.15 : side < 30 ? 1.6 : 2.4;
    pen.beginPath();
    for (let at = -height; at < width + height; at += step) {
      pen.moveTo(x + at, y + height);
      pen.lineTo(x + at + height, y);
    }
    pen.stroke();
    pen.restore();
  };
  return { fill, edge, hatch };
}

function drawLevel(pen: CanvasPen, { x, y, width, height }: Box, weight: number, share: number, colour: string): void {
  const level = Math.round((height - 2 * weight) * share);
  pen.fillStyle = colour;
  pen.fillRect(x + weight, y + height - weight - level, width - 2 * weight, level);
}

function drawRing(pen: CanvasPen, box: Box, weight: number, bare: boolean, colour: string): void {
  const side = shortSide(box);
  const middle = centre(box);
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(weight, side * 0.12);
  pen.beginPath();
  pen.arc(middle.x, middle.y, (bare ? side * 0.36 : side / 2 - (side >= 9 ? 0.5 : 0)) - pen.lineWidth / 2, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * Draws a cell variant from 6 px up: shape, pattern and glyph carry the state, colour repeats it. `weight`: the width
 * of edges. `bare`: only the glyph, without background and edge, for an inverse cell that has its own background.
 */
export function drawBody(pen: CanvasPen, box: Box, look: CellStyle, palette: Palette, weight: number, bare = false): void {
  const side = shortSide(box);
  const { fill, edge, hatch } = strokesOf(pen, box, weight, bare);
  const edgeColour = (colour: string): string => (look.old ? palette.old : colour);
  const variant = cellVariantOf(look);
  switch (variant) {
    case "available":
      fill(palette.available);
      break;
    case "old":
      fill(palette.oldFill);
      edge(palette.old);
      break;
    case "ready":
      edge(edgeColour(palette.ready));
      drawLevel(pen, box, weight, look.fill, palette.ready);
      break;
    case "starting":
      hatch(palette.starting);
      edge(edgeColour(palette.starting));
      break;
    case "unscheduled":
      edge(edgeColour(palette.starting));
      drawThreeDots(pen, box, palette.starting);
      break;
    case "failing":
      if (look.old) {
        edge(palette.old);
        drawCross(pen, box, palette.failing, side * 0.28, Math.max(1.4, side * 0.13));
        break;
      }
      fill(palette.failing);
      drawCross(pen, box, palette.knock, side < 9 ? 1.6 : side * 0.25, side < 9 ? 1.2 : Math.max(1.4, side * 0.12));
      break;
    case "terminating":
      fill(palette.terminating, 0.22);
      edge(look.old ? palette.old : palette.available);
      drawArrow(pen, box, "down", palette.terminating, side < 9 ? 2 : side * 0.29, Math.max(1.4, side * 0.13));
      break;
    case "missing":
      drawRing(pen, box, weight, bare, palette.missing);
      break;
    case "excluded":
      if (!bare) drawDottedEdge(pen, box, palette.excluded);
      break;
    case "misscheduled":
      if (side >= 9 && !bare) drawDottedEdge(pen, box, palette.excluded);
      drawDiamond(pen, box, palette.misscheduled, palette.misscheduledEdge, side < 9 ? side / 2 : side * 0.36, Math.max(1, weight * 0.9));
      break;
    case "leaving":
      fill(palette.leaving, 0.22);
      edge(palette.leaving);
      drawArrow(pen, box, "right", palette.leaving, side < 9 ? 2 : side * 0.29, Math.max(1.4, side * 0.13));
      break;
    case "unknown":
      edge(palette.unknown);
      drawQuestion(pen, box, palette.unknown);
      break;
    default:
      assertNever(variant);
  }
}
