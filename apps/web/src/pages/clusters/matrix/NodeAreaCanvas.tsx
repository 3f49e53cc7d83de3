import { useLayoutEffect, useRef } from "react";
import { usePalette } from "../../../draw/cell/use-palette.ts";
import { drawNodeArea, type NodeArea } from "../../../draw/matrix/node-area.ts";
import { fitCanvas } from "../../../ui/viewport/fit-canvas.ts";

/** Draws all nodes of a DaemonSet in one cluster. Decoration: the cell has the same facts in words. */
export function NodeAreaCanvas({ area }: { readonly area: NodeArea }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const pen = fitCanvas(canvas.current, area.width, area.height);
    if (pen !== undefined) drawNodeArea(pen, area, palette);
  }, [area, palette]);
  return <canvas ref={canvas} aria-hidden="true" />;
}
