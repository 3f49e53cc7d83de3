import type { CountSample } from "@daemonscope/shared/http/history";
import { expect, it } from "vitest";
import { countAreas, drawnLooks, lackingLook, podShares } from "./count-areas.ts";

/** Time, desired, current, ready, updated, available. */
const sample = (atMs: number, desired: number, ready: number, updated: number, available: number): CountSample => [
  atMs,
  desired,
  desired,
  ready,
  updated,
  available,
];
const box = { xOf: (atMs: number) => Math.max(0, atMs), top: 0, bottom: 100, endX: 90 };

it("a count holds until the next one, and the last count until the end", () => {
  const { fresh } = countAreas([sample(0, 10, 10, 0, 10), sample(40, 10, 10, 5, 10)], box);
  expect(fresh.slice(1)).toBe("0,100L40,100L40,50L90,50L90,50L90,100L90,100L40,100L40,100L0,100Z");
});

it("draws missing pods above the new ones, at least two pixels high, and nothing if none is missing", () => {
  const { lacking } = countAreas([sample(0, 1000, 1000, 0, 1000), sample(40, 1000, 999, 0, 999)], box);
  expect(lacking.slice(1)).toBe("0,100L40,100L40,98L90,98L90,98L90,100L90,100L40,100L40,100L0,100Z");
});

it("draws each layer at least two pixels high: one new pod, and one old pod", () => {
  const ys = (path: string) => [...new Set([...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y)))].sort((a, b) => a - b);
  expect(ys(countAreas([sample(0, 1000, 1000, 1, 1000)], box).fresh)).toEqual([98, 100]);
  const { fresh, desired } = countAreas([sample(0, 1000, 1000, 999, 1000)], box);
  expect([ys(desired), ys(fresh)]).toEqual([
    [0, 100],
    [2, 100],
  ]);
});

it("has the new pods in the key of a rollout before the first one", () => {
  const range = { fromMs: 0, toMs: 100 };
  expect(drawnLooks([sample(0, 10, 10, 10, 10), sample(40, 10, 9, 0, 9)], [], range, 40)).toEqual(["fresh", "old", "moving"]);
  expect(drawnLooks([sample(0, 10, 10, 0, 10)], [], range, undefined)).toEqual(["old"]);
});

it("draws and names a count that begins at the end, four pixels wide", () => {
  const samples = [sample(0, 6, 6, 0, 6), sample(90, 6, 6, 1, 6)];
  expect(countAreas(samples, box).fresh.slice(1)).toBe("0,100L86,100L86,83.3L90,83.3L90,83.3L90,100L90,100L86,100L86,100L0,100Z");
  expect(drawnLooks(samples, [], { fromMs: 0, toMs: 90 }, undefined)).toEqual(["fresh", "old"]);
  expect(drawnLooks(samples, [], { fromMs: 0, toMs: 89 }, undefined)).toEqual(["old"]);
});

it("draws only the last count before the track begins", () => {
  const { fresh } = countAreas([sample(-20, 10, 10, 9, 10), sample(-10, 10, 10, 5, 10)], box);
  expect(fresh.slice(1)).toBe("0,50L90,50L90,50L90,100L90,100L0,100Z");
});

it("is empty without a count before the end", () => {
  expect(Object.values(countAreas([sample(95, 10, 10, 9, 10)], box))).toEqual(["", "", "", ""]);
});

it("counts all pods before the current revision as outdated", () => {
  expect(podShares(sample(10, 10, 9, 10, 9), 20)).toEqual({ desired: 10, fresh: 0, lacking: 1, leaving: 0, old: 9 });
  expect(podShares(sample(30, 10, 9, 4, 9), 20)).toEqual({ desired: 10, fresh: 3, lacking: 1, leaving: 0, old: 6 });
});

it("a missing pod makes no available pod old", () => {
  expect(podShares([0, 6, 4, 3, 4, 3])).toEqual({ desired: 6, fresh: 3, lacking: 3, leaving: 0, old: 0 });
});

it("names only the hues that are drawn", () => {
  const range = { fromMs: 0, toMs: 100 };
  const calm = [sample(0, 10, 10, 10, 10)];
  expect(drawnLooks(calm, [], range, undefined)).toEqual(["rest"]);
  const failing = [...calm, sample(40, 10, 9, 4, 9)];
  expect(drawnLooks(failing, [{ fromMs: 40, toMs: undefined }], range, 40)).toEqual(["fresh", "old", "failing"]);
  expect(drawnLooks(failing, [{ fromMs: 60, toMs: undefined }], range, 40)).toEqual(["fresh", "old", "moving", "failing"]);
});

it("N3 draws unavailable pods on leaving nodes as leaving, and only the others as moving or failing", () => {
  const stopping: CountSample = [0, 10, 10, 7, 10, 7, 3];
  expect(podShares(stopping)).toEqual({ desired: 10, fresh: 7, lacking: 0, leaving: 3, old: 0 });
  expect(drawnLooks([stopping], [{ fromMs: 0, toMs: undefined }], { fromMs: 0, toMs: 100 }, undefined)).toEqual(["rest", "leaving"]);
  const { lacking, leaving } = countAreas([stopping], box);
  expect(lacking.slice(1)).toBe("0,30L90,30L90,30L90,30L90,30L0,30Z");
  expect(leaving.slice(1)).toBe("0,0L90,0L90,0L90,30L90,30L0,30Z");
  expect(podShares([0, 10, 10, 8, 10, 8, 3]), "the status lags").toMatchObject({ lacking: 0, leaving: 2 });
});

it("calls missing pods failing only while the DaemonSet fails", () => {
  const failures = [{ fromMs: 40, toMs: 60 }];
  expect([30, 40, 60].map((atMs) => lackingLook(failures, atMs))).toEqual(["moving", "failing", "moving"]);
});
