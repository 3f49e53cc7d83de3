import { expect, it } from "vitest";
import type { NodeUpdateStats } from "../../records/rollout-pace.ts";
import { estimateRemaining, type RemainingInput } from "./estimate-remaining.ts";

const SEED = Number(process.env.SEED ?? 20260105);
const ROLLOUTS = Number(process.env.RUNS ?? 40);

type Chance = () => number;

/** Mulberry32. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const normal = (chance: Chance): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());

/** Duration of a node update in milliseconds. */
const TURNS: Readonly<Record<string, (chance: Chance) => number>> = {
  "all alike": () => 20_000,
  "nearly alike": (chance) => 18_000 + 4000 * chance(),
  "from half to one and a half": (chance) => 10_000 + 20_000 * chance(),
  "with a long tail": (chance) => 20_000 * Math.exp(0.5 * normal(chance) - 0.125),
  "one in ten five times as slow": (chance) => (chance() < 0.1 ? 100_000 : 15_000),
  "exponentially distributed": (chance) => -20_000 * Math.log(1 - chance()),
};

/** Nodes, budget slots, and the maximum number of nodes that begin per second. */
const ROLLOUT_KINDS = [
  [1000, 100, Number.POSITIVE_INFINITY],
  [1000, 10, Number.POSITIVE_INFINITY],
  [100, 5, Number.POSITIVE_INFINITY],
  [48, 8, Number.POSITIVE_INFINITY],
  [40, 1, Number.POSITIVE_INFINITY],
  [1000, 500, 2],
  [300, 100, 1],
] as const;

interface Arrival {
  readonly startMs: number;
  readonly atMs: number;
}

/** The next node takes each free slot, in the order of the nodes. */
function simulate([nodes, places, perSecond]: (typeof ROLLOUT_KINDS)[number], turn: (chance: Chance) => number, chance: Chance) {
  const freeAtMs = Array.from({ length: places }, () => 0);
  let nextStartMs = 0;
  const arrivals: Arrival[] = [];
  for (let node = 0; node < nodes; node++) {
    let index = 0;
    for (let other = 1; other < places; other++) if ((freeAtMs[other] ?? 0) < (freeAtMs[index] ?? 0)) index = other;
    const startMs = Math.max(freeAtMs[index] ?? 0, nextStartMs);
    nextStartMs = startMs + 1000 / perSecond;
    // The controller syncs within half a second.
    const atMs = startMs + turn(chance) + 500 * chance();
    freeAtMs[index] = atMs;
    arrivals.push({ startMs, atMs });
  }
  return arrivals.sort((a, b) => a.atMs - b.atMs);
}

function turnOf(updated: readonly Arrival[]): NodeUpdateStats {
  const turns = updated.slice(-200).map(({ startMs, atMs }) => atMs - startMs);
  const mean = turns.reduce((sum, turn) => sum + turn, 0) / turns.length;
  const deviation = Math.sqrt(turns.reduce((sum, turn) => sum + (turn - mean) ** 2, 0) / Math.max(1, turns.length - 1));
  return {
    nodes: turns.length,
    medianMs: mean,
    meanMs: mean,
    deviationMs: deviation,
    longestMs: Math.max(...turns),
    slowest: "start",
    slowestMs: 0,
  };
}

/** The measurement of a rollout at a moment. */
function courseAt(arrivals: readonly Arrival[], nowMs: number): RemainingInput {
  const updated = arrivals.filter(({ atMs }) => atMs <= nowMs);
  const running = arrivals.filter(({ startMs, atMs }) => startMs <= nowMs && atMs > nowMs);
  const short = updated.filter(({ atMs }) => atMs > nowMs - 180_000).length;
  return {
    left: arrivals.length - updated.length,
    atOnce: running.length,
    updated: short >= 10 ? short : updated.length,
    elapsedMs: Math.min(nowMs, short >= 10 ? 180_000 : 600_000),
    turn: turnOf(updated),
    oldestMs: Math.max(0, ...running.map(({ startMs }) => nowMs - startMs)),
  };
}

const MOMENTS = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85];

type RolloutKind = (typeof ROLLOUT_KINDS)[number];
const fromTheTenth = ([nodes]: RolloutKind): readonly number[] => MOMENTS.map((moment) => Math.max(10, Math.floor(moment * nodes)));
const FIRST_NODES = [3, 4, 6, 9];

/** The share of rollouts that end within the forecast, given the number of nodes at the time of the forecast. */
function shareRight(kind: RolloutKind, turn: (chance: Chance) => number, seed: number, forecastAt = fromTheTenth(kind)): number {
  let right = 0;
  let forecastCount = 0;
  for (let rollout = 0; rollout < ROLLOUTS; rollout++) {
    const arrivals = simulate(kind, turn, chanceOf(seed + rollout * 7919));
    const endMs = arrivals.at(-1)?.atMs ?? 0;
    for (const node of forecastAt) {
      const nowMs = (arrivals[node - 1]?.atMs ?? 0) + 250;
      if (nowMs >= endMs) continue;
      const { soonestMs, latestMs } = estimateRemaining(courseAt(arrivals, nowMs));
      forecastCount++;
      // The displayed span is rounded outward, to ten seconds at least.
      if (endMs - nowMs >= soonestMs - 5000 && endMs - nowMs <= latestMs + 5000) right++;
    }
  }
  return right / forecastCount;
}

it(`R25 at least 80 % of the rollouts of many kinds end within the estimate, seed ${SEED}`, () => {
  const shares = Object.values(TURNS).flatMap((turn) => ROLLOUT_KINDS.map((kind) => shareRight(kind, turn, SEED)));
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  expect(mean).toBeGreaterThanOrEqual(0.8);
});

it(`R25 the early estimates from the third to the ninth node are right in 80 % too, seed ${SEED}`, () => {
  const shares = Object.values(TURNS).flatMap((turn) => ROLLOUT_KINDS.map((kind) => shareRight(kind, turn, SEED, FIRST_NODES)));
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.8);
});

it.each(["all alike", "nearly alike", "from half to one and a half", "with a long tail"])(
  `R25 is right for each kind of rollout with node updates %s, seed ${SEED}`,
  (turns) => {
    const turn = TURNS[turns];
    if (turn === undefined) throw new Error(turns);
    for (const kind of ROLLOUT_KINDS) expect(shareRight(kind, turn, SEED), kind.join(", ")).toBeGreaterThanOrEqual(0.75);
  },
);

const alike: NodeUpdateStats = {
  nodes: 50,
  medianMs: 12_000,
  meanMs: 12_000,
  deviationMs: 0,
  longestMs: 12_000,
  slowest: "start",
  slowestMs: 0,
};

it("R25 narrows with more rounds, and depends on the number of nodes if no update was measured", () => {
  const widthOf = (parts: Partial<RemainingInput>) => {
    const { soonestMs, latestMs } = estimateRemaining({
      left: 500,
      atOnce: 10,
      updated: 10,
      elapsedMs: 12_000,
      turn: alike,
      oldestMs: 0,
      ...parts,
    });
    return latestMs - soonestMs;
  };
  const widths = [widthOf({}), widthOf({ updated: 40, elapsedMs: 48_000 }), widthOf({ updated: 200, elapsedMs: 240_000 })];
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  const unseen = estimateRemaining({ left: 60, atOnce: 1, updated: 16, elapsedMs: 16 * 60_000, turn: undefined, oldestMs: 0 });
  expect([Math.round(unseen.soonestMs / 60_000), Math.round(unseen.latestMs / 60_000)]).toEqual([45, 80]);
});

it("R25 uses node updates in the first round: a hundredth of a thousand nodes is no pace per round", () => {
  const { soonestMs, latestMs } = estimateRemaining({
    left: 990,
    atOnce: 100,
    updated: 10,
    elapsedMs: 12_000,
    turn: alike,
    oldestMs: 12_000,
  });
  expect(soonestMs).toBeLessThan(120_000);
  expect(latestMs).toBeGreaterThan(120_000);
  expect(latestMs).toBeLessThan(300_000);
});
