import type { Range } from "./range.ts";

/** Where moments are on the track. */
export interface TrackScale extends Range {
  readonly width: number;
  /** Now. */
  readonly endX: number;
  readonly xOf: (atMs: number) => number;
  /** Nothing beyond the ends of the track. */
  readonly msOf: (x: number) => number;
}

export function trackScale({ fromMs, toMs }: Range, width: number, nowMs: number): TrackScale {
  const xOf = (atMs: number) => ((atMs - fromMs) / (toMs - fromMs)) * width;
  const msOf = (x: number) => fromMs + (Math.min(Math.max(x, 0), width) / Math.max(width, 1)) * (toMs - fromMs);
  return { fromMs, toMs, width, endX: Math.min(width, xOf(nowMs)), xOf, msOf };
}
