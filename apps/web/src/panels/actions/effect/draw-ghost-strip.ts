import { cellStyleOf } from "../../../data/cell/cell-style.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { pixelOf } from "../../../draw/cell/shapes/draw-pixel.ts";
import type { Sprites } from "../../../draw/cell/sprites.ts";
import { type GhostStyle, PREVIEW_HUE } from "../../../draw/ghost/ghost-style.ts";
import { MIN_FULL_CELL, type StripLayout } from "../../../draw/strip/strip-layout.ts";
import { type GhostColumn, ghostAt } from "./ghost-column.ts";

const SAME_ALPHA = 0.22;
const MIN_GAP_PX = 1;

/** Returns the size of a ghost in a strip of this layout, CSS pixels; 0 if places are plain areas. */
export const ghostSizeIn = ({ cellHeight }: StripLayout): number =>
  cellHeight < MIN_FULL_CELL ? 0 : cellHeight > MIN_FULL_CELL ? cellHeight - MIN_GAP_PX : cellHeight;

interface StripPaint {
  readonly palette: Palette;
  /** Sprites of this strip's cell size; undefined if places are plain areas. */
  readonly sprites: Sprites<GhostStyle, Palette> | undefined;
  /** Pixels of the screen in one CSS pixel. */
  readonly ratio: number;
}

/** Draws the outcome of one DaemonSet on each node. Changed nodes are drawn last, so that they win a shared pixel.
 *  O(nodes × log nodes). */
export function drawGhostStrip(
  context: CanvasRenderingContext2D,
  layout: StripLayout,
  column: GhostColumn,
  { palette, sprites, ratio }: StripPaint,
): void {
  const { xs, ys, cellWidth, cellHeight } = layout;
  const looks = new Map<number, GhostStyle>();
  const order = [...layout.order].sort((a, b) => Number((column.ghosts[a] ?? 0) > 0) - Number((column.ghosts[b] ?? 0) > 0));
  for (const row of order) {
    const [x, y] = [xs[row], ys[row]];
    if (x === undefined || y === undefined || Number.isNaN(x)) continue;
    const ghost = ghostAt(column, row);
    const byte = column.bytes[row] ?? 0;
    const key = ((column.ghosts[row] ?? 0) << 8) | byte;
    let look = looks.get(key);
    if (look === undefined) {
      look = { ghost, now: { ...cellStyleOf(byte, undefined), nodeUnready: false } };
      looks.set(key, look);
    }
    if (sprites !== undefined) {
      sprites.draw(context, x, y, look);
      continue;
    }
    const pixel =
      ghost === "same" ? pixelOf(look.now, palette) : { colour: ghost === "goes" ? palette.ink : palette[PREVIEW_HUE[ghost]], alpha: 1 };
    if (pixel === undefined) continue;
    const snap = (value: number) => Math.round(value * ratio) / ratio;
    context.fillStyle = pixel.colour;
    context.globalAlpha = ghost === "same" ? SAME_ALPHA : 1;
    context.fillRect(
      snap(x),
      snap(y),
      Math.max(1 / ratio, snap(x + cellWidth) - snap(x)),
      Math.max(1 / ratio, snap(y + cellHeight) - snap(y)),
    );
    context.globalAlpha = 1;
  }
}
