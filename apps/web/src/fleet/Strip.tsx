import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { useLayoutEffect, useRef } from "react";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { usePalette } from "../cell/use-palette.ts";
import { useCluster } from "../cluster/cluster-context.ts";
import { takeChangedRows } from "./changed-rows.ts";
import { drawStrip, isDrawnAlone, NODE_FROM } from "./draw-strip.ts";
import type { StripLayout } from "./strip-layout.ts";

interface StripProps {
  readonly state: ClusterState;
  readonly column: number;
  readonly layout: StripLayout;
  /** Nodes that stand out; all do when undefined. */
  readonly standsOut: ((node: string, byte: CellByte) => boolean) | undefined;
}

/** What is on the canvas. `bytes` are written anew in place. */
interface Drawn {
  readonly of: readonly unknown[];
  readonly rows: readonly string[];
  readonly bytes: Uint8Array;
  readonly context: CanvasRenderingContext2D;
}

/** All nodes of the cluster in one DaemonSet's states, drawn with each frame by itself. Decoration: the row's numbers say the same. */
export function Strip({ state, column, layout, standsOut }: StripProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawn | undefined>(undefined);
  const palette = usePalette();
  const seq = useCluster((view) => view.seq);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const ratio = window.devicePixelRatio || 1;
    const style = { layout, palette, ratio, standsOut };
    // Where the node is drawn too, it may be what changed.
    const of = [ratio, layout, palette, standsOut, ...(layout.cellWidth < NODE_FROM ? [] : [seq])];
    const before = drawn.current;
    const isSame = before?.rows === state.rows && before.of.length === of.length && before.of.every((each, at) => each === of[at]);
    if (isSame) {
      // Most DaemonSets rest while one rolls.
      const changed = takeChangedRows(state, column, before.bytes);
      if (changed.length === 0) return;
      if (isDrawnAlone(style)) return drawStrip(before.context, style, state, before.bytes, changed, false);
    }
    const context = fitCanvas(canvas.current, layout.width, layout.height, ratio);
    if (context === undefined) return;
    const bytes = new Uint8Array(state.rows.length);
    takeChangedRows(state, column, bytes);
    drawStrip(context, style, state, bytes, state.rows.keys(), true);
    drawn.current = { of, rows: state.rows, bytes, context };
  }, [state, seq, column, layout, palette, standsOut]);
  return <canvas ref={canvas} className="strip" aria-hidden="true" />;
}
