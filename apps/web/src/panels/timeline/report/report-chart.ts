import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { RolloutReport, RolloutSample } from "@daemonscope/shared/http/rollouts";

/** Paths of an SVG, as steps, because a count holds until the next sample. */
interface ReportChart {
  /** Updated nodes, from the bottom. */
  readonly done: string;
  /** Nodes whose new pod is failing, on top of the updated nodes. */
  readonly failing: string;
  /** The previous rollout as a line; empty if none is known. */
  readonly ghost: string;
  readonly xOf: (sinceStartMs: number) => number;
  readonly yOf: (nodes: number) => number;
  /** Returns the moment at an x position, milliseconds since the start, within the chart. */
  readonly timeAt: (x: number) => number;
  readonly maxNodes: number;
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TICK_STEPS = [
  SECOND_MS,
  2 * SECOND_MS,
  5 * SECOND_MS,
  10 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];
const MAX_TICKS = 6;
/** The last step begins at the end of the time axis. This width keeps it visible. */
const LAST_STEP_PX = 3;

const px = (value: number): string => value.toFixed(1);

export const rolloutDurationMs = ({ startedAtMs, endedAtMs }: Pick<RolloutReport, "startedAtMs" | "endedAtMs">): number =>
  endedAtMs - startedAtMs;

function ticksUpTo(longestMs: number): readonly number[] {
  const step = TICK_STEPS.find((each) => longestMs / each <= MAX_TICKS) ?? longestMs;
  return Array.from({ length: Math.floor(longestMs / step) + 1 }, (_, at) => at * step);
}

/** Returns how many nodes were done at this time after the start. */
export function doneAt(curve: readonly RolloutSample[], sinceStartMs: number): number {
  return curve.findLast(([at]) => at <= sinceStartMs)?.[1] ?? 0;
}

/** Returns the updated nodes over time, also of the previous rollout, both from their starts and to the same scale.
 *  O(samples). */
export function reportChart(report: RolloutReport, previous: RolloutReport | undefined, { left, right, top, bottom }: Box): ReportChart {
  const longestMs = Math.max(rolloutDurationMs(report), previous === undefined ? 0 : rolloutDurationMs(previous), SECOND_MS);
  const maxNodes = Math.max(
    1,
    report.nodes.wanted,
    previous?.nodes.wanted ?? 0,
    ...report.curve.map(([, done, failing]) => done + failing),
  );
  const xOf = (ms: number) => left + (ms / longestMs) * (right - left);
  const yOf = (nodes: number) => bottom - (nodes / maxNodes) * (bottom - top);
  const stepsOf = (rollout: RolloutReport) =>
    rollout.curve.map((sample, at) => {
      const x = xOf(sample[0]);
      const next = rollout.curve[at + 1];
      return { sample, x, to: next === undefined ? Math.max(x + LAST_STEP_PX, xOf(rolloutDurationMs(rollout))) : xOf(next[0]) };
    });
  const steps = stepsOf(report);
  return {
    done: steps
      .filter(({ sample }) => sample[1] > 0)
      .map(({ sample, x, to }) => `M${px(x)},${px(bottom)}V${px(yOf(sample[1]))}H${px(to)}V${px(bottom)}Z`)
      .join(""),
    failing: steps
      .filter(({ sample }) => sample[2] > 0)
      .map(({ sample: [, done, failing], x, to }) => `M${px(x)},${px(yOf(done))}V${px(yOf(done + failing))}H${px(to)}V${px(yOf(done))}Z`)
      .join(""),
    ghost:
      previous === undefined
        ? ""
        : stepsOf(previous)
            .map(({ sample, x, to }, at) => `${at === 0 ? "M" : "L"}${px(x)},${px(yOf(sample[1]))}H${px(to)}`)
            .join(""),
    xOf,
    yOf,
    timeAt: (x) => Math.round((Math.min(1, Math.max(0, (x - left) / (right - left))) * longestMs) / SECOND_MS) * SECOND_MS,
    maxNodes,
    ticks: ticksUpTo(longestMs).map((ms) => ({ x: xOf(ms), text: ms === 0 ? "0" : humanDuration(ms) })),
  };
}
