import { useEffect, useLayoutEffect, useRef } from "react";
import type { Palette } from "../cell/palette.ts";
import { FlowPainter } from "./flow-painter.ts";
import type { FlowScene } from "./flow-scene.ts";
import type { LaneId } from "./lanes.ts";

interface FlowCanvasProps {
  readonly scene: FlowScene;
  readonly palette: Palette;
  readonly isLit: (lane: LaneId) => boolean;
  readonly animate: boolean;
}

/** The dots of the flow. Lane counts stand beside them as text. */
export function FlowCanvas({ scene, palette, isLit, animate }: FlowCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<FlowPainter>(undefined);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    painter.current ??= new FlowPainter(canvas.current);
    painter.current.show(scene, palette, isLit, animate && !document.hidden);
  }, [scene, palette, isLit, animate]);
  useEffect(
    () => () => {
      painter.current?.stop();
      painter.current = undefined;
    },
    [],
  );
  return <canvas ref={canvas} className="flow-canvas" aria-hidden="true" />;
}
