import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GridScene } from "../grid/layout/grid-scene.ts";
import { layOutPicture, wrapText } from "./paint-grid.ts";

const measure = (text: string) => text.length * 8;
const scene = (width: number) =>
  ({ places: { layout: { height: 300, places: [{ index: 0, x: 0, width, headTop: 0 }] } } }) as unknown as GridScene;
const PICTURE = {
  title: `STUCK ${"a".repeat(60)}/${"b".repeat(250)}: 3 of 48 updated`,
  status: "Waiting for daemon set to finish",
  origin: "SIMULATED tour · 2026-11-21 03:12:20 UTC · NOT LIVE",
  headings: [{ name: "<script>", facts: "3 of 9" }],
  legend: Array.from({ length: 11 }, (_, at) => ({ draw: () => undefined, text: `${at} available for long` })),
  drawCell: () => () => undefined,
  wordsOf: undefined,
};

test.each([90, 700, 1400])("a picture of %i px contains its whole title, legend and origin, and the cells below", (width) => {
  const laid = layOutPicture({ ...PICTURE, scene: scene(width) }, measure);
  const above = laid.lines.filter(({ y }) => y < laid.top);
  expect(
    above
      .map(({ text }) => text)
      .join("")
      .replaceAll(" ", ""),
  ).toBe([PICTURE.title, PICTURE.status, PICTURE.origin, ...PICTURE.legend.map(({ text }) => text)].join("").replaceAll(" ", ""));
  for (const { text, x, y } of above) {
    expect(x + measure(text)).toBeLessThanOrEqual(laid.width - 24);
    expect(y).toBeLessThan(laid.top);
  }
  expect(laid.swatches).toHaveLength(11);
  expect(laid.height).toBeGreaterThan(laid.top + 300);
});

const TEN = (text: string) => text.length * 10;

describe("wrapped texts", () => {
  test.each([
    ["a few words", 1000, ["a few words"]],
    ["a few words", 50, ["a few", "words"]],
    ["kube-system/a-very-long-name: rolls", 120, ["kube-system/", "a-very-long-", "name: rolls"]],
    ["", 50, [""]],
  ])("wraps %j in %i px as %j", (text, width, lines) => {
    expect(wrapText(text, width, TEN)).toEqual(lines);
  });

  test("no line exceeds the width, and only spaces between lines are dropped", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", " ", "-", "長") }), fc.integer({ min: 10, max: 200 }), (text, width) => {
        const lines = wrapText(text, width, TEN);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        for (const line of lines) expect(TEN(line)).toBeLessThanOrEqual(Math.max(10, width));
      }),
      { seed: 20260402 },
    );
  });
});
