import { memo, useLayoutEffect, useRef } from "react";
import { usePalette } from "../../../draw/cell/use-palette.ts";
import { ghostSprites } from "../../../draw/ghost/ghost-sprites.ts";
import type { StripLayout } from "../../../draw/strip/strip-layout.ts";
import { canvasPixelRatio, fitCanvas } from "../../../ui/viewport/fit-canvas.ts";
import { drawGhostStrip, ghostSizeIn } from "./draw-ghost-strip.ts";
import type { GhostColumn } from "./ghost-column.ts";

/** All nodes of the cluster with one DaemonSet's outcome on each, in the same places as in every other row. The
 *  strip is decoration, because the row's numbers state the same. */
export const GhostStrip = memo(function GhostStrip({ layout, column }: { readonly layout: StripLayout; readonly column: GhostColumn }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const ratio = canvasPixelRatio();
    const context = fitCanvas(canvas.current, layout.width, layout.height, ratio);
    const size = ghostSizeIn(layout);
    const sprites = size === 0 ? undefined : ghostSprites(size, ratio, palette);
    if (context !== undefined) drawGhostStrip(context, layout, column, { palette, sprites, ratio });
  }, [layout, column, palette]);
  return <canvas ref={canvas} aria-hidden="true" />;
});
