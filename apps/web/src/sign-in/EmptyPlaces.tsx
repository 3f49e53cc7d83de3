import { useLayoutEffect, useRef } from "react";
import { drawCell } from "../cell/draw-cell.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { plainLook } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";
import css from "./sign-in.module.css";

const PITCH = 44;
const CELL = 40;
const LOOK = plainLook("excluded");
/** How strong the first column is, and how much stronger the last. */
const FAINT = 0.06;
const RISE = 0.34;

/** Places of which nothing is known yet: a ground, and no more. */
export function EmptyPlaces() {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    const draw = () => {
      if (box.current === null || canvas.current === null) return;
      const { width, height } = box.current.getBoundingClientRect();
      const columns = Math.floor(width / PITCH);
      const rows = Math.floor(height / PITCH);
      const pen = fitCanvas(canvas.current, columns * PITCH, rows * PITCH);
      if (pen === undefined) return;
      for (let column = 0; column < columns; column++) {
        // A cell leaves the pen whole, so it is the ground that fades.
        for (let row = 0; row < rows; row++) drawCell(pen, column * PITCH + PITCH - CELL, row * PITCH, CELL, LOOK, palette);
        pen.globalCompositeOperation = "destination-in";
        pen.globalAlpha = FAINT + (RISE * column) / columns;
        pen.fillRect(column * PITCH, 0, PITCH, rows * PITCH);
        pen.globalCompositeOperation = "source-over";
        pen.globalAlpha = 1;
      }
    };
    draw();
    const size = new ResizeObserver(draw);
    if (box.current !== null) size.observe(box.current);
    return () => size.disconnect();
  }, [palette]);
  return (
    <div ref={box} className={css.places} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
