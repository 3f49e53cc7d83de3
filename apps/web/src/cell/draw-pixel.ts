import { type Figure, figureOf } from "./figure.ts";
import type { CellLook } from "./look.ts";
import type { Palette } from "./palette.ts";
import type { Pen } from "./pen.ts";
import { SHADE_STRENGTH } from "./shade.ts";

const COLOURS: Readonly<Record<Exclude<Figure, "excluded">, keyof Palette>> = {
  available: "available",
  old: "old",
  ready: "ready",
  starting: "starting",
  unscheduled: "starting",
  failing: "textFailing",
  terminating: "terminating",
  missing: "missing",
  misscheduled: "misscheduledEdge",
  unknown: "unknown",
};

/** At 2 px and below: hue alone. The two resting states are held back, so that trouble is the brightest thing (dark) or the darkest (light). */
export function pixelOf(look: CellLook, palette: Palette): { readonly colour: string; readonly alpha: number } | undefined {
  if (look.shade !== undefined) return look.shade === "none" ? undefined : { colour: palette.ink2, alpha: SHADE_STRENGTH[look.shade] };
  const figure = figureOf(look);
  if (figure === "excluded") return undefined;
  return {
    colour: palette[COLOURS[figure]],
    alpha: figure === "old" ? 0.72 : figure === "unknown" ? 0.5 : figure === "available" ? 0.62 : 1,
  };
}

export function drawPixel(pen: Pen, x: number, y: number, size: number, look: CellLook, palette: Palette): void {
  const pixel = pixelOf(look, palette);
  if (pixel === undefined) return;
  pen.fillStyle = pixel.colour;
  pen.globalAlpha = pixel.alpha;
  pen.fillRect(x, y, size, size);
  pen.globalAlpha = 1;
}
