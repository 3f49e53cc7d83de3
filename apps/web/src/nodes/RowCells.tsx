import { useLayoutEffect, useRef } from "react";
import { drawCell } from "../cell/draw-cell.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { lookOf } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";
import css from "./nodes.module.css";

/** From one DaemonSet's column to the next, CSS pixels. */
export const COLUMN_PITCH = 22;
const CELL = 14;

/** The cells of one node as one drawing across its columns: `bytes`, with commas between. What it shows stands in each column as text. */
export function RowCells({ bytes }: { readonly bytes: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const each = bytes.split(",").map(Number);
    const context = fitCanvas(canvas.current, each.length * COLUMN_PITCH, CELL);
    if (context === undefined) return;
    for (const [column, byte] of each.entries())
      drawCell(context, column * COLUMN_PITCH, 0, CELL, { ...lookOf(byte, undefined), nodeUnready: false }, palette);
  }, [bytes, palette]);
  return <canvas ref={canvas} className={css.rowCells} aria-hidden="true" />;
}
