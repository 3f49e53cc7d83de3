import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { useLayoutEffect, useRef } from "react";
import { drawCell } from "../cell/draw-cell.ts";
import { pixelOf } from "../cell/draw-pixel.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { lookOf } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";
import { type StripLayout, WHOLE_FROM } from "./strip-layout.ts";

/** From this size on a cell shows what its node is. */
const NODE_FROM = 6;
const STEPPED_BACK = 0.22;

interface StripProps {
  readonly state: ClusterState;
  readonly seq: number;
  readonly column: number;
  readonly layout: StripLayout;
  /** Nodes that stand out; all do when undefined. */
  readonly standsOut: ((node: string, byte: CellByte) => boolean) | undefined;
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** All nodes of the cluster in one DaemonSet's states. Decoration: the row's numbers say the same. */
export function Strip({ state, seq, column, layout, standsOut }: StripProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ readonly of: readonly unknown[]; readonly bytes: Uint8Array } | undefined>(undefined);
  const palette = usePalette();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const bytes = Uint8Array.from(state.rows, (_, row) => state.cells[row * state.columns.length + column] ?? 0);
    // Most DaemonSets rest while one rolls. Where the node is drawn too, it may be what changed.
    const ratio = window.devicePixelRatio || 1;
    const of = [ratio, layout, palette, standsOut, ...(layout.cellWidth < NODE_FROM ? [] : [seq])];
    const before = drawn.current;
    if (before?.of.length === of.length && before.of.every((each, at) => each === of[at]) && isEqual(before.bytes, bytes)) return;
    drawn.current = { of, bytes };
    const context = fitCanvas(canvas.current, layout.width, layout.height, ratio);
    if (context === undefined) return;
    const snap = (value: number) => Math.round(value * ratio) / ratio;
    const { cellWidth, cellHeight } = layout;
    const size = cellWidth > WHOLE_FROM ? cellWidth - 1 : cellWidth;
    state.rows.forEach((name, row) => {
      const place = layout.places.get(name);
      if (place === undefined) return;
      const byte = bytes[row] ?? 0;
      const look = lookOf(byte, cellWidth < NODE_FROM ? undefined : state.nodes.get(name));
      const strength = standsOut === undefined || standsOut(name, byte) ? 1 : STEPPED_BACK;
      if (cellWidth >= WHOLE_FROM && strength === 1) {
        drawCell(context, place.x, place.y, size, look, palette);
        return;
      }
      const pixel = pixelOf(look, palette);
      if (pixel === undefined) return;
      // Edges on the pixels of the screen: neighbours neither overlap nor leave a seam, and the smallest cell is one pixel.
      const [x, y] = [snap(place.x), snap(place.y)];
      const width = cellWidth >= WHOLE_FROM ? size : Math.max(1 / ratio, snap(place.x + cellWidth) - x);
      const height = cellWidth >= WHOLE_FROM ? size : Math.max(1 / ratio, snap(place.y + cellHeight) - y);
      context.fillStyle = pixel.colour;
      context.globalAlpha = pixel.alpha * strength;
      context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
    });
  }, [state, seq, column, layout, palette, standsOut]);
  return <canvas ref={canvas} className="strip" aria-hidden="true" />;
}
