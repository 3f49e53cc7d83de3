import { expect, it } from "vitest";
import { PACE_BUCKET_MS, PACE_BUCKETS } from "../records/rollout-pace.ts";
import { nodeUpdateOf, RolloutPaceTracker } from "./rollout-pace-tracker.ts";

const HALF_MINUTE = PACE_BUCKET_MS;
const newTracker = (nowMs = 0): RolloutPaceTracker => {
  const memory = new RolloutPaceTracker();
  memory.follow("hash-1", true, nowMs);
  memory.begin([]);
  return memory;
};
const turn = (terminate: number, start: number, settle: number) => ({ terminate, start, settle });

it("R24 counts nodes per half minute of cluster time, and keeps ten minutes", () => {
  const memory = newTracker(40_000);
  expect(memory.summary()).toBeUndefined();
  for (const atMs of [40_000, 59_000, 60_000, 150_000]) memory.arrived(1, atMs, undefined);
  expect(memory.summary()).toEqual({ sinceMs: 40_000, fromMs: HALF_MINUTE, counts: [2, 1, 0, 0, 1] });
  memory.arrived(1, HALF_MINUTE * PACE_BUCKETS, undefined);
  memory.arrived(1, HALF_MINUTE * (PACE_BUCKETS + 1), undefined);
  expect(memory.summary()?.counts).toHaveLength(PACE_BUCKETS);
  expect(memory.summary()?.fromMs).toBe(HALF_MINUTE * 2);
  memory.arrived(1, HALF_MINUTE * 1000, undefined);
  expect(memory.summary()).toMatchObject({ fromMs: HALF_MINUTE * 1000, counts: [1] });
});

it("R24 counts a node once per revision, and not the nodes that were updated at the start", () => {
  const memory = newTracker();
  expect([memory.isNews(3), memory.isNews(3), memory.isNews(200)]).toEqual([true, false, true]);
  memory.arrived(3, 0, undefined);
  memory.follow("hash-1", true, 5);
  expect(memory.summary()).toBeDefined();
  memory.follow("hash-2", true, 6);
  expect([memory.summary(), memory.isBegun]).toEqual([undefined, false]);
  memory.begin([3]);
  expect([memory.isNews(3), memory.isNews(200)]).toEqual([false, true]);
  memory.forget(3);
  expect(memory.isNews(3)).toBe(true);
});

it("R24 the median node update and its slowest phase use only updates that were seen from start to end", () => {
  const memory = newTracker();
  for (const each of [turn(9000, 1000, 0), turn(2000, 30_000, 0), undefined, turn(3000, 20_000, 0)]) memory.arrived(1, 0, each);
  expect(memory.summary()?.turn).toEqual({
    nodes: 3,
    medianMs: 23_000,
    meanMs: 21_667,
    deviationMs: 11_060,
    longestMs: 32_000,
    slowest: "start",
    slowestMs: 20_000,
  });
});

it("R24 dates a node update by the pod's own times; under maxSurge the old pod's end takes no time", () => {
  const pod = { createdAtMs: 12_000, readySinceMs: 42_000 };
  expect(nodeUpdateOf(pod, 10_000, 5, false)).toEqual(turn(2000, 30_000, 5000));
  expect(nodeUpdateOf(pod, 60_000, 5, true)).toEqual(turn(0, 30_000, 5000));
  expect(nodeUpdateOf(pod, undefined, 5, false)).toBeUndefined();
  expect(nodeUpdateOf({ createdAtMs: 12_000, readySinceMs: undefined }, 10_000, 5, false)).toBeUndefined();
});

it("R24 forgets a revision that is no longer watched", () => {
  const memory = new RolloutPaceTracker();
  memory.follow("hash-1", false, 0);
  memory.leaves(1, 5);
  expect([memory.isFollowing, memory.leftAtMs(1)]).toEqual([false, undefined]);
});
