import { useEffect, useLayoutEffect, useRef } from "react";
import type { Palette } from "../../data/cell/palette.ts";
import type { NodePredicate } from "../../data/rows/node-predicate.ts";
import type { CellRenderer } from "./cell-renderer.ts";
import css from "./grid.module.css";
import { type ChangeMotion, GridPainter } from "./grid-painter.ts";
import type { GridScene } from "./layout/grid-scene.ts";
import type { LiveCellSource } from "./live-cell-source.ts";
import { LivePainter } from "./live-painter.ts";
import { useVisibleLines } from "./use-visible-lines.ts";

interface GridCanvasProps<Scene extends GridScene, Was> {
  readonly scene: Scene;
  /** Creates the renderer of the cells. Called once. */
  readonly rendererOf: () => CellRenderer<Scene, Was>;
  readonly palette: Palette;
  /** Nodes that the filter keeps; the same function while the filter is the same. */
  readonly keeps: NodePredicate;
  readonly motion: ChangeMotion;
  /** Live values of the cells; the same object while its source is the same. If undefined, the scene is drawn
   *  unchanged. */
  readonly live?: LiveCellSource<Scene> | undefined;
}

/** The cells as one drawing. If `live` is given, it redraws with each frame without React. The focused cell and the
 *  table show the same content as text. */
export function GridCanvas<Scene extends GridScene, Was>({ scene, rendererOf, palette, keeps, motion, live }: GridCanvasProps<Scene, Was>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const painter = useRef<LivePainter<Scene, Was>>(undefined);
  useLayoutEffect(() => {
    if (canvas.current === null || overlay.current === null) return;
    painter.current ??= new LivePainter(new GridPainter(canvas.current, overlay.current, rendererOf()), { nowMs: () => performance.now() });
    painter.current.show(scene, palette, keeps, document.hidden ? "none" : motion, live);
  }, [scene, rendererOf, palette, keeps, motion, live]);
  useVisibleLines(canvas, (visibleLines) => painter.current?.see(visibleLines));
  useEffect(() => live?.source.subscribe(() => painter.current?.follow()), [live]);
  useEffect(
    () => () => {
      painter.current?.stop();
      painter.current = undefined;
    },
    [],
  );
  return (
    <>
      <canvas ref={canvas} className={css.canvas} data-layer="cells" aria-hidden="true" />
      <canvas ref={overlay} className={css.canvas} data-layer="marks" aria-hidden="true" />
    </>
  );
}
