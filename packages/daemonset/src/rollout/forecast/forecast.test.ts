import { describe, expect, it } from "vitest";
import type { DaemonSetRecord } from "../../records/records.ts";
import { PACE_BUCKET_MS, type RolloutPace } from "../../records/rollout-pace.ts";
import { fasterBudgetOf, forecastAtBudget } from "./budget-forecast.ts";
import { forecastOf, perMinute, roundUpMs } from "./forecast.ts";

const MINUTE_MS = 60_000;
const START_MS = 1000 * MINUTE_MS;
/** One count each half minute from START_MS on. */
const paceOf = (counts: readonly number[], parts: Partial<RolloutPace> = {}): RolloutPace => ({
  sinceMs: START_MS,
  fromMs: START_MS,
  counts,
  remaining: 60,
  ...parts,
});
const at = (halfMinutes: number) => START_MS + halfMinutes * PACE_BUCKET_MS;

const turn = {
  nodes: 9,
  medianMs: MINUTE_MS,
  meanMs: MINUTE_MS,
  deviationMs: 5000,
  longestMs: 70_000,
  slowest: "start",
  slowestMs: 40_000,
} as const;

describe("R25 the rate", () => {
  const rows: readonly [string, RolloutPace, number, number][] = [
    ["covers the last three minutes if ten nodes were updated in them", paceOf([1, 1, 1, 1, 6, 6, 6, 6, 6, 6]), at(10) - 1, 12],
    [
      "covers ten minutes if fewer nodes were updated",
      paceOf([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]),
      at(19),
      5 / 9.5,
    ],
    ["counts from the beginning of the watch", paceOf([0, 12]), at(2), 12],
    ["is 0 for fewer than ten nodes before one bucket is over", paceOf([9], { turn: { ...turn, nodes: 2 } }), at(1) - 1, 0],
    ["exists from the tenth node on, regardless of the elapsed time", paceOf([10]), at(0) + 6000, 100],
    ["exists from the third complete node update on", paceOf([3], { turn: { ...turn, nodes: 3 } }), at(0) + 6000, 30],
    ["is 0 if no node was updated for ten minutes", paceOf([12]), at(20), 0],
    ["ignores nodes updated before the ten minutes", paceOf([12, 0, 4]), at(21), 4 / 9.5],
  ];
  it.each(rows)("%s", (_, pace, nowMs, expected) => expect(perMinute(pace, nowMs)).toBeCloseTo(expected, 3));
});

const NOW_MS = at(6);
/** Two nodes a minute with two budget slots and an update time of a minute: the budget is the limit. */
const recordOf = (parts: Partial<DaemonSetRecord> = {}): DaemonSetRecord =>
  ({
    underWay: true,
    strategy: "RollingUpdate",
    concern: null,
    rollout: { kind: "updating", message: "" },
    derived: { desiredNumberScheduled: 100 },
    budget: { kind: "maxUnavailable", spec: "2", allowed: 2, used: 2, holders: [] },
    pace: paceOf([1, 1, 1, 1, 1, 1], { turn }),
    ...parts,
  }) as unknown as DaemonSetRecord;
const heldBudget = { kind: "maxUnavailable", spec: "2", allowed: 2, used: 2, holders: [{ count: 1, lasting: true }] };
const stuck = (kind: string, isStuck: boolean) => ({ kind, stuck: isStuck, nodes: [] }) as unknown as DaemonSetRecord["concern"];

describe("R25 the forecast", () => {
  it("divides the remaining nodes by the rate, and estimates the gain of a larger budget", () => {
    expect(forecastOf(recordOf(), NOW_MS)).toMatchObject({
      kind: "moving",
      perMinute: 2,
      leftMs: 30 * MINUTE_MS,
      by: { nodes: 6, elapsedMs: 3 * MINUTE_MS },
      held: 0,
    });
    expect(fasterBudgetOf(recordOf(), NOW_MS)).toEqual({ field: "maxUnavailable", percent: 10, leftMs: 6 * MINUTE_MS });
  });
  it("excludes nodes that need a user, and their slots", () => {
    const record = recordOf({ budget: heldBudget as unknown as DaemonSetRecord["budget"] });
    expect(forecastOf(record, NOW_MS)).toMatchObject({ held: 1, leftMs: 29.5 * MINUTE_MS });
    expect(fasterBudgetOf(record, NOW_MS)?.leftMs).toBe(7 * MINUTE_MS);
  });
  const recordWith = (parts: Partial<DaemonSetRecord>): DaemonSetRecord => recordOf(parts);
  it.each<[string, DaemonSetRecord]>([
    ["the slots are not the limit", recordWith({ pace: paceOf([1, 0, 0, 0, 0, 0], { turn }) })],
    ["no node update was measured", recordWith({ pace: paceOf([1, 1, 1, 1, 1, 1]) })],
    [
      "the budget is larger already",
      recordWith({ budget: { kind: "maxUnavailable", spec: "25%", allowed: 25, used: 25, holders: [] }, pace: paceOf([25], { turn }) }),
    ],
    ["it would gain little", recordWith({ pace: paceOf([1, 1, 1, 1, 1, 1], { turn, remaining: 2 }) })],
  ])("suggests no larger budget if %s", (_, record) => {
    const forecast = forecastOf(record, NOW_MS);
    expect(forecast.kind).toBe("moving");
    expect(fasterBudgetOf(record, NOW_MS)).toBeUndefined();
  });
  it.each<[string, DaemonSetRecord, string]>([
    ["T19 a stuck rollout", recordWith({ concern: stuck("budgetHeld", true) }), "still"],
    ["a slow one", recordWith({ concern: stuck("budgetHeld", false) }), "still"],
    ["a stalled one", recordWith({ concern: stuck("stalled", false) }), "still"],
    ["one without progress for ten minutes", recordWith({ pace: paceOf([1], { fromMs: at(-30), sinceMs: at(-30) }) }), "still"],
    ["one whose remaining nodes are all held", recordWith({ pace: paceOf([6], { remaining: 1 }), budget: heldBudget as never }), "still"],
    ["one watched for only a moment", recordWith({ pace: paceOf([1], { sinceMs: NOW_MS - 1, fromMs: at(6) }) }), "unmeasured"],
    ["OnDelete", recordWith({ strategy: "OnDelete" }), "none"],
    ["one that is over", recordWith({ underWay: false }), "none"],
    ["one whose last nodes were updated", recordWith({ pace: paceOf([6], { remaining: 0 }) }), "none"],
    ["one with sources that were not read", recordWith({ derived: null }), "none"],
  ])("gives no time for %s", (_, record, kind) => expect(forecastOf(record, NOW_MS).kind).toBe(kind));
  it("is an early guess until ten node updates were seen, or ten nodes if none was measured", () => {
    const isEarly = (pace: RolloutPace) => {
      const forecast = forecastOf(recordOf({ pace }), NOW_MS);
      return forecast.kind === "moving" && forecast.isEarly;
    };
    expect(isEarly(paceOf([1, 1, 1, 1, 1, 1], { turn }))).toBe(true);
    expect(isEarly(paceOf([1, 1, 1, 1, 1, 1], { turn: { ...turn, nodes: 10 } }))).toBe(false);
    expect(isEarly(paceOf([1, 1, 1]))).toBe(true);
    expect(isEarly(paceOf([2, 2, 2, 2, 2]))).toBe(false);
  });
  const leftAt = (nodes: number, allowed: number, record = recordOf()) => forecastAtBudget(record, NOW_MS, nodes, allowed);
  it("is the same for its remaining nodes and its budget, with and without nodes that need a user", () => {
    for (const record of [recordOf(), recordOf({ budget: heldBudget as unknown as DaemonSetRecord["budget"] })]) {
      const forecast = forecastOf(record, NOW_MS);
      expect(forecast.kind === "moving" && leftAt(60 - forecast.held, 2, record)).toBe(forecast.kind === "moving" && forecast.leftMs);
    }
  });
  it("is never longer with more slots, nor shorter with fewer slots or more nodes", () => {
    for (const counts of [
      [1, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1],
      [9, 9, 9, 9, 9, 9],
    ]) {
      const record = recordOf({ pace: paceOf(counts, { turn }) });
      const times = Array.from({ length: 20 }, (_, at) => leftAt(60, at + 1, record) ?? 0);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(leftAt(61, 2, record)).toBeGreaterThan(leftAt(60, 2, record) ?? 0);
    }
  });
  it("gives no time before the first measurement", () => {
    const { pace: _, ...record } = recordOf();
    expect(forecastOf(record, NOW_MS)).toEqual({ kind: "unmeasured" });
  });
});

it("R25 rounds an estimated time to steps that match its precision", () => {
  const rows = [1, 61_000, 119_000, 121_000, 420_000, 61 * MINUTE_MS].map((ms) => roundUpMs(ms) / 1000);
  expect(rows).toEqual([10, 70, 120, 180, 420, 65 * 60]);
});
