import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useLayoutEffect, useRef } from "react";
import { usePalette } from "../cell/use-palette.ts";
import { useClusterStore } from "../cluster/cluster-context.ts";
import { LazyPart } from "../loading/LazyPart.tsx";
import { lazyWithWords } from "../loading/lazily.ts";
import type { StripStyle } from "./draw-strip.ts";
import css from "./fleet.module.css";
import { StripPainter } from "./strip-painter.ts";

/** Loaded lazily, because the strip is visible without it. */
const StripCells = lazyWithWords(() => import("./StripCells.tsx").then((module) => module.StripCells));

interface StripProps extends Pick<StripStyle, "layout" | "standsOut"> {
  readonly column: number;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** All nodes of the cluster in one DaemonSet's states, redrawn with each frame without React, with accessible cells. */
export function Strip({ column, layout, standsOut, record, nowMs }: StripProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  const store = useClusterStore();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const painter = new StripPainter(canvas.current, store, column, { layout, palette, standsOut });
    painter.paint();
    return store.subscribe(painter.paint);
  }, [store, column, layout, palette, standsOut]);
  return (
    <div className={css.strip}>
      <canvas ref={canvas} aria-hidden="true" />
      <LazyPart about="cells" onFailed={ignore}>
        <StripCells column={column} layout={layout} record={record} nowMs={nowMs} />
      </LazyPart>
    </div>
  );
}

/** Without its cells a strip is only a drawing, and the row's numbers state the same. */
const ignore = () => {};
