import { assertNever } from "@daemonscope/kube/base/assert-never";
import { type CellStyle, plainCellStyle } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { type Box, type CanvasPen, drawClipped } from "../cell/canvas-pen.ts";
import { drawBody, edgeWidth } from "../cell/shapes/draw-body.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";
import { drawCordonCut, drawTaintCap } from "../cell/shapes/draw-marks.ts";
import { drawPixel, pixelOf } from "../cell/shapes/draw-pixel.ts";
import { drawFrame, drawPlus, drawStrike } from "./ghost-strokes.ts";
import { type GhostStyle, PREVIEW_HUE } from "./ghost-style.ts";

const PIXEL_MAX = 2;
const TINY_MAX = 4;
const MARKS_MIN = 9;
/** Alpha of unchanged cells. */
const SAME = 0.3;
const SAME_PIXEL = 0.22;
/** Alpha of a removed pod, below its stroke. */
const GOING = 0.5;
/** Alpha of small restart frames. The few pods that do not fit then stand out. */
const SMALL_RESTART = 0.8;

const UNSCHEDULED = plainCellStyle("unscheduled");
const MISSCHEDULED = plainCellStyle("misscheduled");

const hueOf = (look: CellStyle, palette: Palette): string => pixelOf(look, palette)?.colour ?? palette.excluded;

/** Draws the effect of a change on a placement. The frame is the state after the change, the inside the state before,
 *  and a stroke in the text colour a removed pod. The drawing depends only on look, size and palette. Up to 2 px it is
 *  the hue alone; at 3 and 4 px it is a raster of 3 × 3, whose corners are the frame. Leaves the pen's alpha at 1;
 *  needs a separate background. */
export function drawGhost(pen: CanvasPen, x: number, y: number, size: number, look: GhostStyle, palette: Palette): void {
  if (look.ghost === "same") drawSame(pen, x, y, size, look.now, palette);
  else if (size <= PIXEL_MAX) {
    pen.fillStyle = look.ghost === "goes" ? palette.ink : palette[PREVIEW_HUE[look.ghost]];
    pen.fillRect(x, y, size, size);
  } else if (size <= TINY_MAX) drawTinyGhost(pen, x, y, size, look, palette);
  else drawWholeGhost(pen, x, y, size, look, palette);
}

function dim(pen: CanvasPen, { x, y, width, height }: Box, share: number, palette: Palette): void {
  pen.globalAlpha = share;
  pen.fillStyle = palette.background;
  pen.fillRect(x, y, width, height);
  pen.globalAlpha = 1;
}

function drawSame(pen: CanvasPen, x: number, y: number, size: number, now: CellStyle, palette: Palette): void {
  if (size <= PIXEL_MAX) {
    if (now.state === "excluded") return;
    drawPixel(pen, x, y, size, now, palette);
    dim(pen, { x, y, width: size, height: size }, 1 - SAME_PIXEL, palette);
    return;
  }
  drawCell(pen, x, y, size, now, palette);
  dim(pen, { x: x - 0.5, y: y - 0.5, width: size + 1, height: size + 1 }, 1 - SAME, palette);
}

function drawTinyGhost(pen: CanvasPen, x: number, y: number, size: number, { ghost, now }: GhostStyle, palette: Palette): void {
  const unit = size / 3;
  const dot = (column: number, row: number) => pen.fillRect(x + column * unit, y + row * unit, unit, unit);
  if (ghost === "goes") {
    pen.fillStyle = palette.ink;
    for (const at of [0, 1, 2]) dot(at, 2 - at);
    return;
  }
  if (ghost === "same") return;
  pen.fillStyle = palette[PREVIEW_HUE[ghost]];
  for (const column of [0, 2]) for (const row of [0, 2]) dot(column, row);
  if (ghost === "restarts" || ghost === "replacedByHand") {
    pen.fillStyle = hueOf(now, palette);
    dot(1, 1);
  } else if (ghost === "stays") dot(1, 1);
  else if (ghost === "unfit") {
    for (const column of [0, 1, 2]) dot(column, 1);
    pen.globalAlpha = 0.4;
    pen.fillRect(x, y, size, size);
    pen.globalAlpha = 1;
  }
}

function drawTint(pen: CanvasPen, box: Box, colour: string, share: number): void {
  pen.globalAlpha = share;
  pen.fillStyle = colour;
  pen.fillRect(box.x, box.y, box.width, box.height);
  pen.globalAlpha = 1;
}

/** Draws the current pod, small, in the middle of the frame. */
function drawInside(pen: CanvasPen, box: Box, size: number, now: CellStyle, palette: Palette): void {
  const side = size < 9 ? 2 : size < 14 ? 3 : Math.round(size * 0.4);
  const inside = { x: box.x + (size - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side };
  if (side >= 6) drawBody(pen, inside, { ...now, surge: false }, palette, side < 9 ? 1 : 2);
  else {
    pen.fillStyle = hueOf(now, palette);
    pen.fillRect(inside.x, inside.y, side, side);
  }
}

function drawWholeGhost(pen: CanvasPen, x: number, y: number, size: number, { ghost, now }: GhostStyle, palette: Palette): void {
  const cap = size >= MARKS_MIN ? drawTaintCap(pen, x, y, size, now.taint, palette) : 0;
  const box = { x, y: y + cap, width: size, height: size - cap };
  switch (ghost) {
    case "same":
      return;
    case "goes":
      drawBody(pen, box, now, palette, edgeWidth(size));
      drawClipped(pen, box, () => dim(pen, box, 1 - GOING, palette));
      drawStrike(pen, size < 14 ? { x, y, width: size, height: size } : box, size, palette);
      return;
    case "comes":
      drawTint(pen, box, palette.available, 0.2);
      if (size >= MARKS_MIN) drawPlus(pen, box, size, palette.ink);
      break;
    case "restarts":
    case "replacedByHand":
      drawInside(pen, box, size, now, palette);
      break;
    case "unfit":
      drawTint(pen, box, palette.starting, 0.16);
      drawBody(pen, box, UNSCHEDULED, palette, 1, true);
      break;
    case "stays":
      if (size < MARKS_MIN) {
        pen.fillStyle = palette.misscheduledEdge;
        pen.fillRect(box.x + size / 2 - 1, box.y + box.height / 2 - 1, 2, 2);
      } else drawBody(pen, box, MISSCHEDULED, palette, size < 30 ? 1.25 : 2.5, true);
      break;
    default:
      assertNever(ghost);
  }
  if (size < 14 && ghost === "restarts") pen.globalAlpha = SMALL_RESTART;
  drawFrame(pen, box, size, palette[PREVIEW_HUE[ghost]]);
  pen.globalAlpha = 1;
  if (now.cordoned && size >= MARKS_MIN) drawCordonCut(pen, box, size, palette);
}
