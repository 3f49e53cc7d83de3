import { useLayoutEffect, useRef } from "react";
import { drawCell } from "../cell/draw-cell.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { lookOf } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";

/** From one DaemonSet's column to the next, CSS pixels. */
export const COLUMN_PITCH = 22;
const CELL = 14;

/** The cells of one node as one drawing across its columns. What it shows stands in each column as text. */
export function RowCells({ bytes }: { readonly bytes: readonly number[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  const key = bytes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal bytes draw the same
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = fitCanvas(canvas.current, bytes.length * COLUMN_PITCH, CELL);
    if (context === undefined) return;
    for (const [column, byte] of bytes.entries())
      drawCell(context, column * COLUMN_PITCH, 0, CELL, { ...lookOf(byte, undefined), nodeUnready: false }, palette);
  }, [key, palette]);
  return <canvas ref={canvas} className="row-cells" aria-hidden="true" />;
}
