import type { RolloutThen } from "@daemonscope/shared/http/what-if";
import { curveStepAfter, line } from "d3";

/** A completed wave: the number of updated pods, and the time since the start. */
interface RolloutWave {
  readonly atMs: number;
  readonly updated: number;
}

/** A rollout that has not begun, drawn after now: a stair that rises with each wave and ends where the rollout
 *  stops. */
export interface PreviewForecast {
  readonly waves: readonly RolloutWave[];
  /** The level at which it ends. */
  readonly endsAt: number;
  /** The rollout stops at `endsAt`, or waits there until leaving nodes are gone. Undefined if it completes. */
  readonly stop: "stops" | "untilGone" | undefined;
  /** End of the drawing: the last wave and a margin, ms. */
  readonly reachMs: number;
}

/** More steps would look like a line. */
const MAX_WAVES = 200;
/** Width of a wave if no duration was measured. */
const UNMEASURED_TURN_MS = 60_000;

/** Returns the stair of a rollout of `replaced` pods; undefined if nothing restarts by itself. Pure. */
export function previewForecastOf(
  { replaced, atOnce, waves, turnMs, leftMs, stands: stall, byHand }: RolloutThen,
  desired: number,
): PreviewForecast | undefined {
  if (byHand || waves === 0 || replaced === 0) return undefined;
  const waveMs = leftMs === undefined ? (turnMs ?? UNMEASURED_TURN_MS) : leftMs / waves;
  const start = Math.max(0, desired - replaced);
  const endsAt = stall?.endsAt ?? desired;
  const count = Math.min(waves, MAX_WAVES);
  const perStep = waves / count;
  const steps = Array.from({ length: count }, (_, at) => ({
    atMs: (at + 1) * perStep * waveMs,
    updated: Math.min(endsAt, start + Math.round((at + 1) * perStep * Math.max(1, atOnce))),
  }));
  // The last wave ends the rollout, regardless of rounding.
  const last = steps.at(-1);
  const adjustedSteps = last === undefined ? steps : [...steps.slice(0, -1), { ...last, updated: endsAt }];
  const stop = stall === undefined ? undefined : stall.untilGone === true ? "untilGone" : "stops";
  return { waves: adjustedSteps, endsAt, stop, reachMs: waves * waveMs * 1.2 };
}

/** Returns an SVG path: steps from now on, up to `endX`. `xOf` takes milliseconds from now. */
export function stepPath(
  { waves }: PreviewForecast,
  start: number,
  xOf: (ms: number) => number,
  yOf: (count: number) => number,
  endX: number,
): string {
  const steps = [{ x: xOf(0), updated: start }, ...waves.map(({ atMs, updated }) => ({ x: xOf(atMs), updated }))];
  const last = { x: endX, updated: steps.at(-1)?.updated ?? start };
  const path = line<typeof last>(
    ({ x }) => x,
    ({ updated }) => yOf(updated),
  );
  return path.curve(curveStepAfter).digits(1)([...steps, last]) ?? "";
}
