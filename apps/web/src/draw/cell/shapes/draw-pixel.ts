import type { CellStyle } from "../../../data/cell/cell-style.ts";
import { cellVariantOf } from "../../../data/cell/cell-variant.ts";
import { CELL_VARIANT_FACTS } from "../../../data/cell/cell-variant-facts.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { SHADE_OPACITY } from "../../../data/cell/shade.ts";
import type { CanvasPen } from "../canvas-pen.ts";

/** Returns the colour of a cell of at most 2 px, where only hue shows; undefined leaves the background. */
export function pixelOf(look: CellStyle, palette: Palette): { readonly colour: string; readonly alpha: number } | undefined {
  if (look.shade !== undefined) return look.shade === "none" ? undefined : { colour: palette.ink2, alpha: SHADE_OPACITY[look.shade] };
  const { pixel } = CELL_VARIANT_FACTS[cellVariantOf(look)];
  return pixel && { colour: palette[pixel.colour], alpha: pixel.alpha };
}

export function drawPixel(pen: CanvasPen, x: number, y: number, size: number, look: CellStyle, palette: Palette): void {
  const pixel = pixelOf(look, palette);
  if (pixel === undefined) return;
  pen.fillStyle = pixel.colour;
  pen.globalAlpha = pixel.alpha;
  pen.fillRect(x, y, size, size);
  pen.globalAlpha = 1;
}
