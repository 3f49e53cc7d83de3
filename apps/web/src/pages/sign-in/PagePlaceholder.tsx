import { useLayoutEffect, useRef } from "react";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { drawCell } from "../../draw/cell/shapes/draw-cell.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import css from "./sign-in.module.css";

const PITCH = 44;
const CELL = 40;
const LOOK = plainCellStyle("excluded");

/** Empty cells before any data is known. */
export function PagePlaceholder() {
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
      for (let column = 0; column < columns; column++)
        for (let row = 0; row < rows; row++) drawCell(pen, column * PITCH + PITCH - CELL, row * PITCH, CELL, LOOK, palette);
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
