import { useEffect, useLayoutEffect, useRef } from "react";
import type { Palette } from "../cell/palette.ts";
import { type ChangeMotion, GridPainter } from "./grid-painter.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";

interface GridCanvasProps {
  readonly scene: GridScene;
  readonly palette: Palette;
  /** Cells that the filter keeps; the same function while the filter is the same. */
  readonly keeps: (cell: SceneCell) => boolean;
  readonly motion: ChangeMotion;
}

/** The cells as one drawing. What it shows is in the focused cell and in the table as text. */
export function GridCanvas({ scene, palette, keeps, motion }: GridCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const painter = useRef<GridPainter>(undefined);
  useLayoutEffect(() => {
    if (canvas.current === null || overlay.current === null) return;
    painter.current ??= new GridPainter(canvas.current, overlay.current);
    painter.current.show(scene, palette, keeps, document.hidden ? "none" : motion);
  }, [scene, palette, keeps, motion]);
  useEffect(
    () => () => {
      painter.current?.stop();
      painter.current = undefined;
    },
    [],
  );
  return (
    <>
      <canvas ref={canvas} className="grid-canvas" aria-hidden="true" />
      <canvas ref={overlay} className="grid-canvas" aria-hidden="true" />
    </>
  );
}
