import { useEffect, useLayoutEffect, useRef } from "react";
import type { Palette } from "../../data/cell/palette.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { FlowPainter } from "../../draw/flow/flow-painter.ts";
import type { FlowScene } from "../../draw/flow/flow-scene.ts";
import css from "./flow.module.css";

interface FlowCanvasProps {
  readonly scene: FlowScene;
  readonly palette: Palette;
  readonly isLit: (lane: LaneId) => boolean;
  readonly animate: boolean;
}

/** The dots of the flow. Lane counts are text outside the canvas. */
export function FlowCanvas({ scene, palette, isLit, animate }: FlowCanvasProps) {
  const still = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const painter = useRef<FlowPainter>(undefined);
  useLayoutEffect(() => {
    if (still.current === null || moving.current === null) return;
    painter.current ??= new FlowPainter(still.current, moving.current);
    painter.current.show(scene, palette, isLit, animate && !document.hidden);
  }, [scene, palette, isLit, animate]);
  useEffect(
    () => () => {
      painter.current?.stop();
      painter.current = undefined;
    },
    [],
  );
  return (
    <>
      <canvas ref={still} className={css.dots} aria-hidden="true" />
      <canvas ref={moving} className={css.dots} aria-hidden="true" />
    </>
  );
}
