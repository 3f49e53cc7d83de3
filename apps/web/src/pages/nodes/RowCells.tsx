import { useLayoutEffect, useRef } from "react";
import { type CellStyle, cellStyleOf } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { CellSprites } from "../../draw/cell/cell-sprites.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { canvasPixelRatio, fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import css from "./nodes.module.css";

/** Distance from one DaemonSet's column to the next, CSS pixels. */
export const COLUMN_PITCH = 22;
const CELL = 14;

let sprites: CellSprites | undefined;
/** Cached while the drawings of one commit are created. Reading it makes the browser compute styles, again after each
 *  change. */
let pixelRatio: number | undefined;

function ratioNow(): number {
  if (pixelRatio === undefined) {
    pixelRatio = canvasPixelRatio();
    queueMicrotask(() => {
      pixelRatio = undefined;
    });
  }
  return pixelRatio;
}

/** Returns the looks of cells, drawn once for all rows. */
function spritesFor(ratio: number, palette: Palette): CellSprites {
  if (!sprites?.isFor(CELL, ratio, palette)) sprites = new CellSprites(CELL, ratio, palette);
  return sprites;
}

const looks: (CellStyle | undefined)[] = [];
const lookOfCell = (byte: number): CellStyle => {
  const look = looks[byte] ?? { ...cellStyleOf(byte, undefined), nodeUnready: false };
  looks[byte] = look;
  return look;
};

/** The cells of one node as one drawing across its columns. `bytes`: the cells, separated by commas. Each column
 *  contains its state as text. */
export function RowCells({ bytes }: { readonly bytes: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  const ratio = ratioNow();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const each = bytes.split(",").map(Number);
    const context = fitCanvas(canvas.current, each.length * COLUMN_PITCH, CELL, ratio);
    if (context === undefined) return;
    const drawn = spritesFor(ratio, palette);
    for (const [column, byte] of each.entries()) drawn.draw(context, column * COLUMN_PITCH, 0, lookOfCell(byte));
  }, [bytes, palette, ratio]);
  return <canvas ref={canvas} className={css.rowCells} aria-hidden="true" />;
}
