import type { CountSample } from "@daemonscope/shared/http/history";
import { memo, useMemo } from "react";
import { BottomAxis } from "../../../draw/chart/BottomAxis.tsx";
import { timeTexts, timeTicks } from "../../../draw/chart/time-ticks.ts";
import { failuresOf } from "../lanes/bands.ts";
import { currentRevisionMs, type LaneItem } from "../lanes/lanes.ts";
import css from "../timeline.module.css";
import { countAreas, freshLook } from "./count-areas.ts";
import type { TrackScale } from "./track-scale.ts";

const MIN_TICK_DISTANCE_PX = 96;

/** Vertical layout of the track: a line of words, the area, and the axis. */
interface TrackHeights {
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
  /** Ratio to the drawing, which is 56 px high at a root size of 16 px. */
  readonly unit: number;
}

export function trackHeights(height: number): TrackHeights {
  const unit = height / 56;
  return { top: 16 * unit, bottom: height - 16 * unit, height, unit };
}

interface TrackPictureProps {
  readonly scale: TrackScale;
  readonly trackWidth: number;
  readonly heights: TrackHeights;
  readonly todayMs: number;
  /** Counts of one DaemonSet; empty on other pages. */
  readonly samples: readonly CountSample[];
  readonly items: readonly LaneItem[];
}

/** New, failing and outdated pods. Unavailable pods have the hue of failing only while the DaemonSet fails. */
function Areas({ scale, samples, items, heights }: Pick<TrackPictureProps, "scale" | "samples" | "items" | "heights">) {
  const { top, bottom } = heights;
  const newFromMs = currentRevisionMs(items);
  const areas = useMemo(() => {
    const drawn = samples.filter(([atMs]) => atMs <= scale.toMs);
    const box = { xOf: (atMs: number) => Math.max(0, scale.xOf(atMs)), top, bottom, endX: scale.unknownX ?? scale.endX };
    return countAreas(drawn, newFromMs === undefined ? box : { ...box, newFromMs });
  }, [samples, scale, top, bottom, newFromMs]);
  const failures = failuresOf(items);
  return (
    <g>
      <clipPath id="timeline-failing">
        {failures.map(({ fromMs, toMs }) => {
          const x = Math.max(0, scale.xOf(fromMs));
          const end = toMs === undefined ? scale.endX : scale.xOf(toMs);
          return <rect key={fromMs} x={x} width={Math.max(0, end - x)} y={0} height={bottom} />;
        })}
      </clipPath>
      <path d={areas.desired} className={css.old} />
      <path d={areas.fresh} className={css[freshLook(samples)]} />
      <path d={areas.lacking} className={css.moving} />
      <path d={areas.leaving} className={css.leaving} />
      <path d={areas.lacking} className={css.failing} clipPath="url(#timeline-failing)" />
    </g>
  );
}

function Axis({ scale, bottom, todayMs }: { readonly scale: TrackScale; readonly bottom: number; readonly todayMs: number }) {
  const ticks = useMemo(() => timeTicks(scale.fromMs, scale.toMs, scale.width, MIN_TICK_DISTANCE_PX), [scale]);
  const textOf = useMemo(() => timeTexts(ticks, todayMs), [ticks, todayMs]);
  return <BottomAxis scale={scale.scale} ticks={ticks} textOf={textOf} width={scale.width} top={bottom} />;
}

/** The pods of a DaemonSet, and an axis. They do not move with the handle. A time without a watch is hatched and has no
 *  counts (law L3). */
export const TrackPicture = memo(function TrackPicture(props: TrackPictureProps) {
  const { scale, trackWidth, heights, todayMs, items } = props;
  const { bottom, unit } = heights;
  const top = 8 * unit;
  const gaps = items.filter(({ lane }) => lane === "gap");
  return (
    <g>
      <defs>
        <pattern id="timeline-gap" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.5" height="7" fill="var(--line-3)" />
        </pattern>
        <pattern id="timeline-moving" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.5" height="4" fill="var(--st-ready)" />
        </pattern>
        <pattern id="timeline-not-ready" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <rect width="2" height="5" fill="var(--ink)" />
        </pattern>
      </defs>
      {props.samples.length === 0 ? null : <Areas {...props} />}
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
