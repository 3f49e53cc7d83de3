import type { CountSample } from "@daemonscope/shared/http/history";
import { memo, useMemo } from "react";
import { BottomAxis } from "../../../draw/chart/BottomAxis.tsx";
import { timeTexts, timeTicks } from "../../../draw/chart/time-ticks.ts";
import type { Lane, LaneItem } from "../lanes/lanes.ts";
import css from "../timeline.module.css";
import { countAreas } from "./count-areas.ts";
import type { TrackScale } from "./track-scale.ts";

const COMPACT_LANE_PX = 16;
const LANE_PX = 18;
export const PLOT_PX = 28;
const AXIS_PX = 14;
const MIN_TICK_DISTANCE_PX = 96;

/** Vertical layout of the track. */
export interface TrackHeights {
  readonly lane: number;
  readonly top: number;
  readonly bottom: number;
  readonly total: number;
}

export function trackHeights(isTall: boolean, lanes: number): TrackHeights {
  const lane = isTall ? LANE_PX : COMPACT_LANE_PX;
  const top = (isTall ? lanes * LANE_PX : COMPACT_LANE_PX) + 2;
  return { lane, top, bottom: top + PLOT_PX, total: top + PLOT_PX + AXIS_PX };
}

interface TrackPictureProps {
  readonly scale: TrackScale;
  readonly trackWidth: number;
  readonly todayMs: number;
  readonly samples: readonly CountSample[];
  readonly hasRevisions: boolean;
  readonly gaps: readonly LaneItem[];
  readonly lanes: readonly Lane[];
  readonly isTall: boolean;
}

function Counts({ scale, samples, hasRevisions, lanes, isTall }: Omit<TrackPictureProps, "gaps" | "trackWidth" | "todayMs">) {
  const areas = useMemo(() => {
    const { top, bottom } = trackHeights(isTall, lanes.length);
    const drawn = samples.filter(([atMs]) => atMs <= scale.toMs);
    return countAreas(drawn, { xOf: (atMs) => Math.max(0, scale.xOf(atMs)), top, bottom, endX: scale.unknownX ?? scale.endX });
  }, [samples, scale, isTall, lanes]);
  // Among many thousands of pods the few unavailable ones would be invisible.
  if (!hasRevisions) return <path d={areas.lack} className={css.lacking} />;
  return (
    <g>
      <path d={areas.desired} className={css.desired} />
      <path d={areas.ready} className={css.ready} />
      <path d={areas.available} className={css.available} />
      <path d={areas.lacking} className={css.lacking} />
      <path d={areas.updated} className={css.updated} />
    </g>
  );
}

function Axis({ scale, bottom, todayMs }: { readonly scale: TrackScale; readonly bottom: number; readonly todayMs: number }) {
  const ticks = useMemo(() => timeTicks(scale.fromMs, scale.toMs, scale.width, MIN_TICK_DISTANCE_PX), [scale]);
  const textOf = useMemo(() => timeTexts(ticks, todayMs), [ticks, todayMs]);
  return <BottomAxis scale={scale.scale} ticks={ticks} textOf={textOf} width={scale.width} top={bottom} />;
}

/** The five counts of a DaemonSet, or the unavailable pods of all, and an axis. They do not move with the handle. A
 *  time without a watch is hatched and has no counts (law L3). */
export const TrackPicture = memo(function TrackPicture(props: TrackPictureProps) {
  const { scale, trackWidth, todayMs, gaps, lanes, isTall } = props;
  const { top, bottom } = trackHeights(isTall, lanes.length);
  return (
    <g>
      <defs>
        <pattern id="timeline-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--bg-1)" />
          <rect width="2" height="6" fill="var(--ink-3)" />
        </pattern>
      </defs>
      <Counts {...props} />
      <Axis scale={scale} bottom={bottom} todayMs={todayMs} />
      {gaps.map(({ fromMs, toMs }) => {
        const x = Math.max(0, scale.xOf(fromMs));
        const width = Math.max(2, Math.min(scale.width, toMs === undefined ? scale.endX : scale.xOf(toMs)) - x);
        return <rect key={fromMs} x={x} width={width} y={top} height={bottom - top} fill="url(#timeline-gap)" />;
      })}
      {scale.unknownX === undefined ? null : (
        <rect
          data-unknown
          x={scale.unknownX}
          width={Math.max(2, trackWidth - scale.unknownX)}
          y={top}
          height={bottom - top}
          fill="url(#timeline-gap)"
        />
      )}
    </g>
  );
});
