import { expect, it } from "vitest";
import { compactLayout } from "./compact-layout.ts";

const groups = (...sizes: readonly number[]) => {
  let next = 0;
  return sizes.map((size, at) => ({ title: `g${at}`, at: Array.from({ length: size }, () => next++) }));
};

it("puts 120 clusters into one line, with a gap between groups", () => {
  const { places, heads, height } = compactLayout(groups(60, 60), 1100, true);
  expect(places).toHaveLength(120);
  expect(new Set(places.map(([, y]) => y))).toEqual(new Set([0]));
  expect((heads[1]?.x ?? 0) - (places[59]?.[0] ?? 0)).toBeGreaterThan(12);
  expect(height).toBe(20);
});

it("wraps clusters that do not fit one line, without overlap and within the width", () => {
  const { places, height, markWidth } = compactLayout(groups(60, 60), 358, false);
  expect(new Set(places.map(([x, y]) => `${x} ${y}`)).size).toBe(120);
  expect(Math.max(...places.map(([x]) => x + markWidth))).toBeLessThanOrEqual(358);
  expect(Math.max(...places.map(([, y]) => y + markWidth))).toBe(height);
});

it("draws few clusters no larger than a touch target", () => {
  expect(compactLayout(groups(12), 1000, true).pitch).toBe(24);
  expect(compactLayout(groups(2), 1000, false).markWidth).toBe(22);
});

it("gives few clusters on a phone the width of their names", () => {
  expect(compactLayout(groups(3), 358, false)).toMatchObject({ pitch: 119, markWidth: 22 });
  expect(compactLayout(groups(5), 358, false).pitch).toBe(26);
});
