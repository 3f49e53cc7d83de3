import type { RolloutThen } from "@daemonscope/shared/http/what-if";
import { curveStepAfter, line } from "d3";

/** A wave that is through: so many are updated, so long after it began. */
export interface Wave {
  readonly atMs: number;
  readonly updated: number;
}

/** A rollout that has not begun, drawn ahead of now: a stair that rises a wave at a time and ends where nothing goes on. */
export interface Forecast {
  readonly waves: readonly Wave[];
  /** The level at which it ends. */
  readonly endsAt: number;
  /** It ends there for want of room. */
  readonly stands: boolean;
  /** How far it reaches: the last wave and a little more, ms. */
  readonly reachMs: number;
}

/** More steps would be a line. */
const MOST_WAVES = 200;
/** Where nothing was measured, a wave has this width. */
const UNMEASURED_TURN_MS = 60_000;

/** The stair of a rollout of so many pods; undefined where nothing restarts by itself. Pure. */
export function forecastOf({ replaced, atOnce, waves, turnMs, stands, byHand }: RolloutThen, desired: number): Forecast | undefined {
  if (byHand || waves === 0 || replaced === 0) return undefined;
  const turn = turnMs ?? UNMEASURED_TURN_MS;
  const start = Math.max(0, desired - replaced);
  const endsAt = stands?.endsAt ?? desired;
  const count = Math.min(waves, MOST_WAVES);
  const perStep = waves / count;
  const steps = Array.from({ length: count }, (_, at) => ({
    atMs: (at + 1) * perStep * turn,
    updated: Math.min(endsAt, start + Math.round((at + 1) * perStep * Math.max(1, atOnce))),
  }));
  // The last wave ends it, however the rounding went.
  const last = steps.at(-1);
  const told = last === undefined ? steps : [...steps.slice(0, -1), { ...last, updated: endsAt }];
  return { waves: told, endsAt, stands: stands !== undefined, reachMs: waves * turn * 1.2 };
}

/** A path of an SVG: steps from now on, up to `endX`. `xOf` takes milliseconds from now. */
export function stairPath(
  { waves }: Forecast,
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
