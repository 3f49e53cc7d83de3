import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { useLayoutEffect, useRef } from "react";
import { drawCell } from "../cell/draw-cell.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { lookOf } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";
import type { StripLayout } from "./strip-layout.ts";

/** All nodes of the cluster in one DaemonSet's states. Decoration: the row's numbers say the same. */
export function Strip({
  state,
  seq,
  column,
  layout,
}: {
  readonly state: ClusterState;
  readonly seq: number;
  readonly column: number;
  readonly layout: StripLayout;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is changed in place, its seq says when
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = fitCanvas(canvas.current, layout.width, layout.height);
    if (context === undefined) return;
    const size = layout.cell > 3 ? layout.cell - 1 : layout.cell;
    state.rows.forEach((name, row) => {
      const place = layout.places[row];
      if (place !== undefined)
        drawCell(
          context,
          place.x,
          place.y,
          size,
          lookOf(state.cells[row * state.columns.length + column] ?? 0, layout.cell < 6 ? undefined : state.nodes.get(name)),
          palette,
        );
    });
  }, [state, seq, column, layout, palette]);
  return <canvas ref={canvas} className="strip" aria-hidden="true" />;
}
