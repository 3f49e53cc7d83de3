import type { CountSample } from "@daemonscope/shared/http/history";
import { expect, it } from "vitest";
import { countAreas } from "./count-areas.ts";

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
  const { available, updated } = countAreas([sample(0, 10, 10, 0, 10), sample(40, 10, 10, 5, 5)], box);
  expect(updated.slice(1)).toBe("0,100L40,100L40,50L90,50L90,50");
  expect(available.slice(1)).toBe("0,0L40,0L40,50L90,50L90,50L90,100L90,100L40,100L40,100L0,100Z");
});

it("draws missing pods below the desired count, at least two pixels high, and nothing if none is missing", () => {
  const { lacking } = countAreas([sample(0, 1000, 1000, 0, 1000), sample(40, 1000, 999, 0, 999)], box);
  expect(lacking.slice(1)).toBe("0,0L40,0L40,0L90,0L90,0L90,2L90,2L40,2L40,0L0,0Z");
});

it("draws only the last count before the track begins", () => {
  expect(countAreas([sample(-20, 10, 10, 9, 10), sample(-10, 10, 10, 5, 10)], box).updated.slice(1)).toBe("0,50L90,50L90,50");
});

it("is empty without a count before the end", () => {
  expect(Object.values(countAreas([sample(95, 10, 10, 9, 10)], box))).toEqual(["", "", "", "", "", ""]);
});
