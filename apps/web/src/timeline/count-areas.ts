import type { CountSample } from "@daemonscope/shared/http/history";

/** Paths of an SVG, each a staircase: a count holds until the next. */
export interface CountAreas {
  readonly desired: string;
  readonly ready: string;
  readonly available: string;
  /** Between available and desired, at least two pixels high: one pod of 3,000 is seen. */
  readonly lacking: string;
  /** A line: how many are up to date. */
  readonly updated: string;
  /** How many are desired and not available, from the bottom, as high as there is room for the most there ever were. */
  readonly lack: string;
}

interface Box {
  readonly xOf: (atMs: number) => number;
  readonly top: number;
  readonly bottom: number;
  /** Where the last count ends. */
  readonly endX: number;
}

const LEAST_LACK_PX = 2;

/** What the five counts are over time. O(samples). */
export function countAreas(samples: readonly CountSample[], { xOf, top, bottom, endX }: Box): CountAreas {
  const most = samples.reduce((highest, [, ...counts]) => Math.max(highest, ...counts), 1);
  const yOf = (count: number) => bottom - (count / most) * (bottom - top);
  const steps = samples.map((sample, at) => {
    const next = samples[at + 1];
    return { sample, x: xOf(sample[0]), to: Math.min(endX, next === undefined ? endX : xOf(next[0])) };
  });
  const px = (value: number) => value.toFixed(1);
  const areaTo = (place: 1 | 3 | 5) =>
    steps
      .filter(({ x, to }) => to > x)
      .map(({ sample, x, to }) => `M${px(x)},${bottom}V${px(yOf(sample[place]))}H${px(to)}V${bottom}Z`)
      .join("");
  const lacking = steps
    .filter(({ sample, x, to }) => to > x && sample[5] < sample[1])
    .map(({ sample, x, to }) => {
      const high = yOf(sample[1]);
      return `M${px(x)},${px(high)}H${px(to)}V${px(Math.max(yOf(sample[5]), high + LEAST_LACK_PX))}H${px(x)}Z`;
    })
    .join("");
  const updated = steps
    .filter(({ x, to }) => to > x)
    .map(({ sample, x, to }, at) => `${at === 0 ? "M" : "L"}${px(x)},${px(yOf(sample[4]))}H${px(to)}`)
    .join("");
  const mostLack = samples.reduce((highest, [, desired, , , , available]) => Math.max(highest, desired - available), 1);
  const lack = steps
    .filter(({ sample, x, to }) => to > x && sample[5] < sample[1])
    .map(({ sample, x, to }) => {
      const height = Math.max(LEAST_LACK_PX, ((sample[1] - sample[5]) / mostLack) * (bottom - top));
      return `M${px(x)},${bottom}V${px(bottom - height)}H${px(to)}V${bottom}Z`;
    })
    .join("");
  return { desired: areaTo(1), ready: areaTo(3), available: areaTo(5), lacking, updated, lack };
}
