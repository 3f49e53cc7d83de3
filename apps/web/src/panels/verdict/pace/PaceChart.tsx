import { bucketStartMs, PACE_BUCKET_MS, PACE_BUCKETS, type RolloutPace } from "@daemonscope/daemonset/records/rollout-pace";
import { lastCounts } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { scaleTime } from "d3";
import { useMemo } from "react";
import { BottomAxis } from "../../../draw/chart/BottomAxis.tsx";
import { timeTicks } from "../../../draw/chart/time-ticks.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import css from "./pace.module.css";
import { sparkPath } from "./spark-path.ts";

const WIDTH = 132;
const PLOT_PX = 20;
const AXIS_PX = 16;
const LABEL_PX = 48;

/** Formats a tick without a date: all ticks are within the last ten minutes, and a date does not fit. */
const timeOf = (tick: Date): string => momentText(tick.getTime(), tick.getTime());

/** A chart of the pace of the last ten minutes, with a time axis. */
export function PaceChart({ pace, nowMs }: { readonly pace: RolloutPace; readonly nowMs: number }) {
  const toMs = bucketStartMs(nowMs);
  const { scale, ticks } = useMemo(() => {
    const fromMs = toMs - (PACE_BUCKETS - 1) * PACE_BUCKET_MS;
    return { scale: scaleTime([fromMs, toMs], [0, WIDTH]), ticks: timeTicks(fromMs, toMs, WIDTH, LABEL_PX) };
  }, [toMs]);
  return (
    <svg className={css.chart} width={WIDTH} height={PLOT_PX + AXIS_PX} aria-hidden="true">
      <path className={css.line} d={sparkPath(lastCounts(pace, nowMs), WIDTH, PLOT_PX)} />
      <BottomAxis scale={scale} ticks={ticks} textOf={timeOf} width={WIDTH} top={PLOT_PX} />
    </svg>
  );
}
