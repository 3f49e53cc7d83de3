import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useLayoutEffect, useRef } from "react";
import { restingPalette } from "../../../data/cell/palette.ts";
import { useClusterStore } from "../../../data/hooks/cluster-context.ts";
import { usePalette } from "../../../draw/cell/use-palette.ts";
import type { StripStyle } from "../../../draw/strip/draw-strip.ts";
import { StripPainter } from "../../../draw/strip/strip-painter.ts";
import { LazyPart } from "../../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../../ui/loading/lazy-with-text.ts";
import css from "../fleet.module.css";

/** Loaded lazily, because the strip is visible without it. */
const StripCells = lazyWithWords(() => import("./StripCells.tsx").then((module) => module.StripCells));

interface StripProps extends Pick<StripStyle, "layout" | "isEmphasised"> {
  readonly column: number;
  /** Dims available cells. */
  readonly isResting: boolean;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** All nodes of the cluster in one DaemonSet's states, redrawn with each frame without React, with accessible cells. */
export function Strip({ column, layout, isEmphasised, isResting, record, nowMs }: StripProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const full = usePalette();
  const palette = isResting ? restingPalette(full) : full;
  const store = useClusterStore();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const painter = new StripPainter(canvas.current, store, column, { layout, palette, isEmphasised });
    // Each strip in a separate task: all at once would delay input.
    const timer = setTimeout(painter.paint);
    const unsubscribe = store.subscribe(painter.paint);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, column, layout, palette, isEmphasised]);
  return (
    <div className={css.strip}>
      <canvas ref={canvas} aria-hidden="true" style={{ width: layout.width, height: layout.height }} />
      <LazyPart about="cells" onFailed={ignore}>
        <StripCells column={column} layout={layout} record={record} nowMs={nowMs} />
      </LazyPart>
    </div>
  );
}

/** Without its cells a strip is only a drawing, and the row's numbers state the same. */
const ignore = () => {};
