import type { AgentSummary } from "@daemonscope/shared/http/clusters";
import { useLayoutEffect, useRef } from "react";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { drawNodeArea, nodeArea } from "../../draw/matrix/node-area.ts";
import { fitCanvas } from "../../ui/viewport/fit-canvas.ts";

/** Draws all nodes of a DaemonSet in one cluster. Decoration: the point has the same facts in words. */
export function NodeAreaCanvas({ agent, width, pitch }: { readonly agent: AgentSummary; readonly width: number; readonly pitch: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const area = nodeArea(agent, width, pitch);
    const pen = fitCanvas(canvas.current, area.width, area.height);
    if (pen !== undefined) drawNodeArea(pen, area, palette);
  }, [agent, width, pitch, palette]);
  return <canvas ref={canvas} aria-hidden="true" />;
}
