import type { Palette } from "../../data/cell/palette.ts";
import { type SpriteDrawing, Sprites } from "../cell/sprites.ts";
import { drawGhost } from "./draw-ghost.ts";
import { type GhostStyle, ghostStyleKey } from "./ghost-style.ts";

const DRAWING: SpriteDrawing<GhostStyle, Palette> = {
  keyOf: ghostStyleKey,
  draw: (context, size, look, palette) => drawGhost(context, 0, 0, size, look, palette),
};

/** Returns ghosts as sprites, because few looks fill many cells. */
export const ghostSprites = (size: number, pixelRatio: number, palette: Palette): Sprites<GhostStyle, Palette> =>
  new Sprites(size, pixelRatio, palette, DRAWING);
