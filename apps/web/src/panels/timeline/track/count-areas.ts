import type { CountSample } from "@daemonscope/shared/http/history";
import { area, curveStepAfter, max, scaleLinear } from "d3";

/** Paths of an SVG, each a staircase: a count holds until the next. */
interface CountAreas {
  /** All desired pods. Outdated pods are the part above the other areas. */
  readonly desired: string;
  /** Available pods of the new revision, from the bottom. Like each area, at least two pixels high, so that one pod of
   *  3,000 is visible. */
  readonly fresh: string;
  /** Other desired but unavailable pods, above the new ones. */
  readonly lacking: string;
  /** Unavailable pods on nodes on their way out, above the others. */
  readonly leaving: string;
}

interface Box {
  readonly xOf: (atMs: number) => number;
  readonly top: number;
  readonly bottom: number;
  /** End of the last count. */
  readonly endX: number;
  /** Start of the current revision: all pods before it are outdated. */
  readonly newFromMs?: number;
}

const MIN_AREA_PX = 2;
/** Least width of the last count. */
const MIN_WIDTH_PX = 4;

/** The nodes of a DaemonSet by the state of their pods. */
interface PodShares {
  readonly desired: number;
  readonly fresh: number;
  readonly lacking: number;
  readonly leaving: number;
  readonly old: number;
}

/** Derives the states from the counts. The counts do not contain the revision of unavailable pods: they count as new
 *  pods while there are any. A missing pod is of no revision. */
export function podShares(
  [atMs, desired, current, , updated, available, onLeaving = 0]: CountSample,
  newFromMs = Number.NEGATIVE_INFINITY,
): PodShares {
  const unavailable = Math.max(0, desired - available);
  const fresh = atMs < newFromMs ? 0 : Math.max(0, Math.min(available, updated - Math.max(0, current - available)));
  // The status may lag behind the nodes.
  const leaving = Math.min(unavailable, onLeaving);
  return { desired, fresh, lacking: unavailable - leaving, leaving, old: Math.max(0, desired - fresh - unavailable) };
}

/** Hues of the areas. `rest` replaces `fresh` while all desired pods are available and new, except on leaving nodes. */
export type AreaLook = "fresh" | "rest" | "old" | "leaving" | "moving" | "failing";

/** A time in which unavailable pods are failing, and not on their way. */
interface FailureSpan {
  readonly fromMs: number;
  /** Undefined while it lasts. */
  readonly toMs: number | undefined;
}

const endOf = (toMs: number | undefined): number => toMs ?? Number.POSITIVE_INFINITY;

export const lackingLook = (failures: readonly FailureSpan[], atMs: number): AreaLook =>
  failures.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < endOf(toMs)) ? "failing" : "moving";

/** Returns the hue of the new pods, the same for the whole area. A node on its way out is no part of a rollout. */
export function freshLook(samples: readonly CountSample[]): AreaLook {
  const last = samples.at(-1);
  if (last === undefined) return "fresh";
  const { desired, fresh, leaving } = podShares(last);
  return fresh + leaving === desired ? "rest" : "fresh";
}

/** Returns the hues that are drawn between two moments, in the order of the key. O(samples × failures). */
export function drawnLooks(
  samples: readonly CountSample[],
  failures: readonly FailureSpan[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  newFromMs: number | undefined,
): readonly AreaLook[] {
  const drawn = new Set<AreaLook>();
  for (const [at, sample] of samples.entries()) {
    const span = { fromMs: Math.max(fromMs, sample[0]), toMs: Math.min(toMs, samples[at + 1]?.[0] ?? toMs) };
    // A count that begins at the end is drawn too.
    if (span.toMs < span.fromMs || (span.toMs === span.fromMs && sample[0] !== toMs)) continue;
    const { fresh, old, lacking, leaving } = podShares(sample, newFromMs);
    // During a rollout the key has the new pods before the first one.
    if (fresh > 0 || (old > 0 && newFromMs !== undefined && newFromMs < span.toMs)) drawn.add(freshLook(samples));
    if (old > 0) drawn.add("old");
    if (leaving > 0) drawn.add("leaving");
    if (lacking === 0) continue;
    if (failures.some((failure) => failure.fromMs < span.toMs && span.fromMs < endOf(failure.toMs))) drawn.add("failing");
    if (!failures.some((failure) => failure.fromMs <= span.fromMs && span.toMs <= endOf(failure.toMs))) drawn.add("moving");
  }
  return LOOKS.filter((look) => drawn.has(look));
}

const LOOKS: readonly AreaLook[] = ["fresh", "rest", "old", "leaving", "moving", "failing"];

interface Point {
  readonly x: number;
  readonly sample: CountSample;
}

/** Returns the starts of counts, and the end of the last one, which is drawn even if it begins at the end. A count that
 *  is replaced at once is omitted, because a line would draw its height. */
function pointsOf(samples: readonly CountSample[], { xOf, endX }: Box): readonly Point[] {
  const points = samples.map((sample) => ({ sample, x: xOf(sample[0]) })).filter(({ x }) => x <= endX);
  const last = points.pop();
  if (last === undefined) return [];
  const lastX = Math.min(last.x, Math.max(0, endX - MIN_WIDTH_PX));
  const drawn = points.filter(({ x }, at) => x < Math.min(lastX, points[at + 1]?.x ?? lastX));
  return [...drawn, { ...last, x: lastX }, { ...last, x: endX }];
}

type Height = (point: Point) => number;

/** An area of stairs between two heights: each holds until the next point. */
const stairs = (below: Height, above: Height) =>
  area<Point>(({ x }) => x, below, above)
    .curve(curveStepAfter)
    .digits(1);

/** Draws the counts over time. O(samples). */
export function countAreas(samples: readonly CountSample[], box: Box): CountAreas {
  const { top, bottom, newFromMs } = box;
  const points = pointsOf(samples, box);
  const maxCount = max(samples, ([, ...counts]) => max(counts, (count = 0) => count)) ?? 1;
  const yOf = scaleLinear([0, Math.max(1, maxCount)], [bottom, top]);
  /** Highest place of an area below outdated pods. */
  const ceiling = ({ sample }: Point) => yOf(sample[1]) + (podShares(sample, newFromMs).old === 0 ? 0 : MIN_AREA_PX);
  /** Top of a share above another height. */
  const above = (below: Height, share: "fresh" | "lacking" | "leaving", parts: readonly (keyof PodShares)[]) => (point: Point) => {
    const shares = podShares(point.sample, newFromMs);
    const sum = parts.reduce((all, part) => all + shares[part], 0);
    return shares[share] === 0 ? below(point) : Math.min(Math.max(yOf(sum), ceiling(point)), below(point) - MIN_AREA_PX);
  };
  const floor = () => bottom;
  const freshY = above(floor, "fresh", ["fresh"]);
  const lackY = above(freshY, "lacking", ["fresh", "lacking"]);
  const leavingY = above(lackY, "leaving", ["fresh", "lacking", "leaving"]);
  return {
    desired: stairs(floor, ({ sample }) => yOf(sample[1]))(points) ?? "",
    fresh: stairs(floor, freshY)(points) ?? "",
    lacking: stairs(freshY, lackY)(points) ?? "",
    leaving: stairs(lackY, leavingY)(points) ?? "",
  };
}
