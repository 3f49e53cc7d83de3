import type { CountSample } from "@daemonscope/shared/http/history";
import { area, curveStepAfter, line, max, scaleLinear } from "d3";

/** Paths of an SVG, each a staircase: a count holds until the next. */
export interface CountAreas {
  readonly desired: string;
  readonly ready: string;
  readonly available: string;
  /** The area between available and desired, at least two pixels high, so that one pod of 3,000 is visible. */
  readonly lacking: string;
  /** A line: the number of updated pods. */
  readonly updated: string;
  /** Desired but unavailable pods, from the bottom. The largest count in the samples has the full height. */
  readonly lack: string;
}

interface Box {
  readonly xOf: (atMs: number) => number;
  readonly top: number;
  readonly bottom: number;
  /** End of the last count. */
  readonly endX: number;
}

const MIN_LACK_PX = 2;

interface Point {
  readonly x: number;
  readonly sample: CountSample;
}

/** Returns the starts of counts, and the end of the last one. A count that is replaced at once is omitted, because a
 *  line would draw its height. */
function pointsOf(samples: readonly CountSample[], { xOf, endX }: Box): readonly Point[] {
  const points = samples.map((sample) => ({ sample, x: Math.min(endX, xOf(sample[0])) }));
  const drawn = points.filter(({ x }, at) => x < (points[at + 1]?.x ?? endX));
  const last = drawn.at(-1);
  return last === undefined ? [] : [...drawn, { ...last, x: endX }];
}

type Height = (point: Point) => number;

/** An area of stairs between two heights: each holds until the next point. */
const stairs = (below: Height, above: Height) =>
  area<Point>(({ x }) => x, below, above)
    .curve(curveStepAfter)
    .digits(1);

/** Draws the five counts over time. O(samples). */
export function countAreas(samples: readonly CountSample[], box: Box): CountAreas {
  const { top, bottom } = box;
  const points = pointsOf(samples, box);
  const maxCount = max(samples, ([, ...counts]) => max(counts)) ?? 1;
  const maxLack = max(samples, (sample) => sample[1] - sample[5]) ?? 1;
  const yOf = scaleLinear([0, Math.max(1, maxCount)], [bottom, top]);
  const lackOf = scaleLinear([0, Math.max(1, maxLack)], [0, bottom - top]);
  const areaTo = (index: 1 | 3 | 5) =>
    stairs(
      () => bottom,
      ({ sample }) => yOf(sample[index]),
    )(points) ?? "";
  const isLacking = ({ sample }: Point) => sample[5] < sample[1];
  const lackTop = (point: Point) => {
    const { sample } = point;
    return isLacking(point) ? bottom - Math.max(MIN_LACK_PX, lackOf(sample[1] - sample[5])) : bottom;
  };
  const lackBelow = (point: Point) => {
    const high = yOf(point.sample[1]);
    return isLacking(point) ? Math.max(yOf(point.sample[5]), high + MIN_LACK_PX) : high;
  };
  return {
    desired: areaTo(1),
    ready: areaTo(3),
    available: areaTo(5),
    lacking: stairs(lackBelow, ({ sample }) => yOf(sample[1]))(points) ?? "",
    updated:
      line<Point>(
        ({ x }) => x,
        ({ sample }) => yOf(sample[4]),
      )
        .curve(curveStepAfter)
        .digits(1)(points) ?? "",
    lack: stairs(() => bottom, lackTop)(points) ?? "",
  };
}
