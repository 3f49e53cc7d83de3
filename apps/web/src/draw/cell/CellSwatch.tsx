import { useLayoutEffect, useRef, useState } from "react";
import { type CellStyle, cellStyleKey } from "../../data/cell/cell-style.ts";
import { restingPalette } from "../../data/cell/palette.ts";
import { fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import { drawCell } from "./shapes/draw-cell.ts";
import { usePalette } from "./use-palette.ts";

interface CellSwatchProps {
  readonly look: CellStyle;
  readonly size: number;
  /** Dims an available cell. */
  readonly isResting?: boolean;
}

/** One cell as an icon, drawn as in the grid. It decorates the text next to it. */
export function CellSwatch({ look, size, isResting = false }: CellSwatchProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const full = usePalette();
  const palette = isResting ? restingPalette(full) : full;
  const [drawn, setDrawn] = useState(look);
  // Styles with equal keys draw the same.
  if (cellStyleKey(drawn) !== cellStyleKey(look)) setDrawn(look);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = fitCanvas(canvas.current, size, size);
    if (context !== undefined) drawCell(context, 0, 0, size, drawn, palette);
  }, [drawn, size, palette]);
  return <canvas ref={canvas} className="swatch" aria-hidden="true" width={size} height={size} />;
}
