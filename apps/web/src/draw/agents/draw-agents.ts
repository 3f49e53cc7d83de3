import { type CellStyle, cellStyleOf } from "../../data/cell/cell-style.ts";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { type CanvasPen, drawClipped } from "../cell/canvas-pen.ts";
import type { CellSprites } from "../cell/cell-sprites.ts";
import { drawCordonCut, drawTaintCap } from "../cell/shapes/draw-marks.ts";
import { type AgentBytes, frameOf } from "./agent-cell-bytes.ts";
import type { AgentShape } from "./agent-shapes.ts";
import type { SlotRaster } from "./agent-slots.ts";

/** A stable tick is drawn weaker, so that a problem is the brightest part of a cell. */
const AT_REST = 0.75;
/** The cordon cut is drawn as on a cell of this size, CSS pixels. */
const MARK_SIZE = 20;
const HATCH_STEP = 6;
/** Sizes of ticks in which an excluded agent is a dot, so that it is weaker than any pod. Smaller ticks have patterns.
 *  CSS pixels. */
const DOT_FROM = 6;
const DOT_BELOW = 16;
const DOT = 2;

/** Returns the look of a tick. It has no marks of the node, which are drawn around all ticks. */
export const agentCellStyle: (byte: number) => CellStyle = (() => {
  const styles: (CellStyle | undefined)[] = [];
  return (byte) => {
    const known = styles[byte] ?? cellStyleOf(byte, undefined);
    styles[byte] = known;
    return known;
  };
})();

/** Returns the upper left corner of an agent slot, relative to that of the cell. */
export function slotOrigin({ tick, padding, gap, above }: AgentShape, { columns }: SlotRaster, slot: number) {
  return { x: padding + (slot % columns) * (tick + gap), y: above + padding + Math.floor(slot / columns) * (tick + gap) };
}

/** Reports whether an agent is drawn as a dot. */
export const isDot = (byte: number, tick: number): boolean =>
  tick >= DOT_FROM && tick < DOT_BELOW && cellVariantOfByte(byte) === "excluded";

/** Draws the dot of an excluded agent in the middle of its tick. */
export function drawDot(pen: Pick<CanvasPen, "fillStyle" | "fillRect">, x: number, y: number, tick: number, palette: Palette): void {
  const inset = Math.floor((tick - DOT) / 2);
  pen.fillStyle = palette.excluded;
  pen.fillRect(x + inset, y + inset, DOT, DOT);
}

export type AgentPen = CanvasPen & Pick<CanvasRenderingContext2D, "clearRect" | "drawImage">;

/** Draws the frame, the hatch of a NotReady node, and taint caps. */
function drawFrame(pen: CanvasPen, x: number, y: number, shape: AgentShape, bytes: AgentBytes, palette: Palette): void {
  const { isReady, taint } = frameOf(bytes);
  const box = { x, y: y + shape.above, width: shape.width, height: shape.height - shape.above };
  if (!isReady)
    drawClipped(pen, box, () => {
      pen.strokeStyle = palette.line3;
      pen.lineWidth = 1;
      pen.beginPath();
      for (let at = -box.height; at < box.width; at += HATCH_STEP) {
        pen.moveTo(x + at, box.y);
        pen.lineTo(x + at + box.height, box.y + box.height);
      }
      pen.stroke();
    });
  const weight = isReady ? 1 : 1.5;
  pen.strokeStyle = isReady ? palette.line2 : palette.ink;
  pen.lineWidth = weight;
  pen.setLineDash([]);
  pen.strokeRect(x + weight / 2, box.y + weight / 2, box.width - weight, box.height - weight);
  const bars = taint === "NoExecute" ? 5.5 : 3;
  drawTaintCap(pen, x, box.y - bars, shape.width, taint, palette);
}

/** Draws the cell of a node whose shape has a frame: its agents in their slots, and the node's marks around them. Uses
 *  the pen's alpha, on a cleared area. */
export function drawAgents(
  pen: AgentPen,
  x: number,
  y: number,
  shape: AgentShape,
  raster: SlotRaster,
  bytes: AgentBytes,
  palette: Palette,
  sprites: Pick<CellSprites, "draw">,
): void {
  const alpha = pen.globalAlpha;
  drawFrame(pen, x, y, shape, bytes, palette);
  const { isReady, isCordoned } = frameOf(bytes);
  for (const [slot, byte] of bytes.subarray(0, -1).entries()) {
    const at = slotOrigin(shape, raster, slot);
    if (!isReady) pen.clearRect(x + at.x - 1, y + at.y - 1, shape.tick + 2, shape.tick + 2);
    pen.globalAlpha = cellVariantOfByte(byte) === "available" ? alpha * AT_REST : alpha;
    if (isDot(byte, shape.tick)) drawDot(pen, x + at.x, y + at.y, shape.tick, palette);
    else sprites.draw(pen, x + at.x, y + at.y, agentCellStyle(byte));
  }
  pen.globalAlpha = alpha;
  if (isCordoned) {
    const top = y + shape.above;
    drawCordonCut(
      pen,
      { x: x + shape.width - MARK_SIZE, y: top, width: MARK_SIZE, height: shape.height - shape.above },
      MARK_SIZE,
      palette,
    );
  }
}
