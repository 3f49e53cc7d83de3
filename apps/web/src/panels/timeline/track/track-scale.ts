import { type ScaleTime, scaleTime } from "d3";
import type { TimelineEnd } from "../timeline-end.ts";
import type { Range } from "./range.ts";

/** Maps moments to positions on the track. */
export interface TrackScale extends Range {
  readonly width: number;
  /** End of the timeline. */
  readonly endX: number;
  /** Start of the unknown time, which lasts to the end of the track; undefined while the data is live. */
  readonly unknownX: number | undefined;
  readonly scale: ScaleTime<number, number>;
  readonly xOf: (atMs: number) => number;
  /** Limited to the ends of the track. */
  readonly msOf: (x: number) => number;
}

/** Width of the unknown time while the timeline is stopped. The axis itself has no range for that time. */
const UNKNOWN_PX = 160;
/** Maximum share of the track for the unknown time. */
const UNKNOWN_SHARE = 0.3;

/** Returns the axis width that leaves space for the unknown time, if the timeline is stopped and its end is drawn. */
function axisWidth({ fromMs, toMs }: Range, trackWidth: number, { endMs, confirmedMs }: TimelineEnd): number {
  const isStopped = confirmedMs !== undefined && confirmedMs >= endMs;
  if (!isStopped || endMs <= fromMs || endMs > toMs) return trackWidth;
  const knownWidth = trackWidth - Math.min(UNKNOWN_PX, Math.floor(trackWidth * UNKNOWN_SHARE));
  return Math.min(trackWidth, (knownWidth * (toMs - fromMs)) / (endMs - fromMs));
}

export function trackScale(range: Range, trackWidth: number, end: TimelineEnd): TrackScale {
  const { fromMs, toMs } = range;
  const { endMs, confirmedMs } = end;
  const width = axisWidth(range, trackWidth, end);
  const scale = scaleTime([fromMs, toMs], [0, width]);
  const clamped = scale.copy().clamp(true);
  const xOf = (atMs: number) => scale(atMs);
  const msOf = (x: number) => clamped.invert(x).getTime();
  const unknownX = confirmedMs === undefined || confirmedMs > toMs ? undefined : Math.max(0, xOf(confirmedMs));
  return { fromMs, toMs, width, endX: Math.min(width, xOf(endMs)), unknownX, scale, xOf, msOf };
}
