import { type CellStyle, cellStyleKey } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { drawCell } from "./shapes/draw-cell.ts";
import { type SpriteDrawing, Sprites } from "./sprites.ts";

const DRAWING: SpriteDrawing<CellStyle, Palette> = {
  keyOf: cellStyleKey,
  draw: (context, size, look, palette) => drawCell(context, 0, 0, size, look, palette),
};

/** Cached drawings of cell styles. */
export class CellSprites extends Sprites<CellStyle, Palette> {
  constructor(size: number, pixelRatio: number, palette: Palette) {
    super(size, pixelRatio, palette, DRAWING);
  }
}
