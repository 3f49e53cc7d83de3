import { expect, it } from "vitest";
import { previewForecastOf, stepPath } from "./preview-forecast.ts";

const ROLLOUT = { replaced: 34, atOnce: 6, waves: 6, turnMs: 60_000, leastMs: 360_000, byHand: false };

it("rises by one wave at a time from the unchanged pods to all pods", () => {
  const forecast = previewForecastOf(ROLLOUT, 38);
  expect(forecast?.waves.map(({ updated }) => updated)).toEqual([10, 16, 22, 28, 34, 38]);
  expect(forecast?.waves.map(({ atMs }) => atMs / 60_000)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(forecast?.stop).toBeUndefined();
});

it("ends at the count at which the rollout gets stuck", () => {
  const forecast = previewForecastOf({ ...ROLLOUT, replaced: 38, waves: 7, stands: { unfit: 1, endsAt: 37 } }, 38);
  expect(forecast?.waves.at(-1)?.updated).toBe(37);
  expect(forecast?.waves.every(({ updated }) => updated <= 37)).toBe(true);
  expect(forecast?.stop).toBe("stops");
});

it("N2 waits at its last count if only leaving nodes remain", () => {
  const stands = { unfit: 0, endsAt: 3, untilGone: true } as const;
  expect(previewForecastOf({ ...ROLLOUT, replaced: 6, waves: 3, stands }, 6)?.stop).toBe("untilGone");
});

it("draws nothing if nothing restarts automatically", () => {
  expect(previewForecastOf({ ...ROLLOUT, byHand: true }, 38)).toBeUndefined();
  expect(previewForecastOf({ ...ROLLOUT, waves: 0 }, 38)).toBeUndefined();
});

it("has at most as many steps as fit, regardless of the number of waves", () => {
  const forecast = previewForecastOf({ ...ROLLOUT, replaced: 5000, atOnce: 1, waves: 5000 }, 5000);
  expect(forecast?.waves.length).toBe(200);
  expect(forecast?.waves.at(-1)).toEqual({ atMs: 5000 * 60_000, updated: 5000 });
});

it("is drawn as a step path", () => {
  const forecast = previewForecastOf({ ...ROLLOUT, waves: 2, replaced: 12 }, 12);
  if (forecast === undefined) throw new Error("there is a stair");
  expect(
    stepPath(
      forecast,
      0,
      (ms) => ms / 1000,
      (count) => 100 - count,
      200,
    ).slice(1),
  ).toBe("0,100L60,100L60,94L120,94L120,88L200,88L200,88");
});
