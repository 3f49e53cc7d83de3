import type { RolloutPace } from "@daemonscope/daemonset/records/rollout-pace";
import { lastCounts } from "@daemonscope/daemonset/rollout/forecast/forecast";
import css from "./pace.module.css";
import { sparkPath } from "./spark-path.ts";
/** The pace of the last ten minutes as a line. It is redrawn and never animated. */
export function Sparkline({
  pace,
  nowMs,
  width,
  height,
}: {
  readonly pace: RolloutPace;
  readonly nowMs: number;
  readonly width: number;
  readonly height: number;
}) {
  return (
    <svg className={css.sparkline} width={width} height={height} aria-hidden="true">
      <path d={sparkPath(lastCounts(pace, nowMs), width, height)} />
    </svg>
  );
}
