import { useLayoutEffect, useRef, useState } from "react";
import { fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import { usePalette } from "../cell/use-palette.ts";
import { drawGhost } from "./draw-ghost.ts";
import { type GhostStyle, ghostStyleKey } from "./ghost-style.ts";

/** One ghost as an icon: the same drawing as on the grid. Decoration next to its text. */
export function GhostSwatch({ look, size }: { readonly look: GhostStyle; readonly size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  const [drawn, setDrawn] = useState(look);
  if (ghostStyleKey(drawn) !== ghostStyleKey(look)) setDrawn(look);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = fitCanvas(canvas.current, size, size);
    // A stroke extends slightly beyond its cell.
    const edge = size >= 24 ? 3 : 1;
    if (context !== undefined) drawGhost(context, edge, edge, size - 2 * edge, drawn, palette);
  }, [drawn, size, palette]);
  return <canvas ref={canvas} className="swatch" aria-hidden="true" width={size} height={size} />;
}
