import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapText } from "./wrap-text.ts";

const TEN = (text: string) => text.length * 10;

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
