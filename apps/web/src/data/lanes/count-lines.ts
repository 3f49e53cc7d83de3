import { ticks } from "d3";
import type { CountBar } from "./count-bars.ts";
import { inLane, type Lanes } from "./count-lanes.ts";
import { LANES, type LaneId } from "./lanes.ts";
import type { DisplayedCount } from "./shown-counts.ts";

export interface CountOfLine extends DisplayedCount {
  readonly bar: CountBar;
}

/** Counts that are equal and count the same nodes; they share one line. */
export type CountLine = readonly CountOfLine[];

/** Counts with equal signatures can share a line. */
export function countSignature({ bar, reported, derived }: CountOfLine): string {
  return [reported, derived ?? "", ...LANES.map((lane) => bar.shares[lane].count)].join(" ");
}

/**
 * Groups the counts into lines, in kubectl's order. `isApart` keeps two counts on separate lines although they are
 * equal now, so that lines stay while nodes move.
 */
export function countLines(
  counts: readonly CountOfLine[],
  isApart: (a: CountOfLine, b: CountOfLine) => boolean = () => false,
): readonly CountLine[] {
  const lines: CountOfLine[][] = [];
  for (const count of counts) {
    const line = lines.find(([first]) => first !== undefined && countSignature(first) === countSignature(count) && !isApart(first, count));
    if (line === undefined) lines.push([count]);
    else line.push(count);
  }
  return lines;
}

/** A segment of the axis: the nodes of a lane, or a part of the created lane by pod state. */
export interface AxisPart {
  readonly id: LaneId | "failing" | "pending" | "starting";
  readonly lane: LaneId;
  /** Number of nodes before this part. */
  readonly from: number;
  readonly count: number;
}

/** Returns the segments of all lanes in order. The segments are always the same, also with 0 nodes. */
export function axisParts(lanes: Lanes): readonly AxisPart[] {
  const parts = LANES.flatMap((lane): readonly Omit<AxisPart, "from">[] =>
    lane === "created"
      ? (["failing", "pending", "starting"] as const).map((id) => ({ id, lane, count: lanes.created[id] }))
      : [{ id: lane, lane, count: inLane(lanes, lane) }],
  );
  let from = 0;
  return parts.map((part) => {
    const placed = { ...part, from };
    from += part.count;
    return placed;
  });
}

/** Returns the same segments with the nodes that a count includes. If a count includes only a part of a lane, the
 *  first nodes are included. */
export function countedParts(parts: readonly AxisPart[], { shares }: CountBar): readonly AxisPart[] {
  const left = new Map<LaneId, number>();
  return parts.map((part) => {
    const remaining = left.get(part.lane) ?? shares[part.lane].count;
    const count = Math.min(remaining, part.count);
    left.set(part.lane, remaining - count);
    return { ...part, count };
  });
}

/** A tick that is nearer to the end than this part of a step is dropped. */
const NEAR_END = 0.35;

/** Returns whole numbers for the axis from 0 to `all`: at most `maxSteps` round steps, and the end. */
export function axisTicks(all: number, maxSteps: number): readonly number[] {
  if (all === 0) return [0];
  const stepsOf = (stepCount: number) => ticks(0, all, stepCount).filter(Number.isInteger);
  let steps = stepsOf(maxSteps);
  for (let stepCount = maxSteps - 1; steps.length > maxSteps + 1 && stepCount > 0; stepCount--) steps = stepsOf(stepCount);
  const [first = 0, second = all] = steps;
  return [...steps.filter((at) => at < all - (second - first) * NEAR_END), all];
}
