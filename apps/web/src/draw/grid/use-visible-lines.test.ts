import { expect, test } from "vitest";
import { visibleLinesOf } from "./use-visible-lines.ts";

test.each([
  ["the drawing begins below the window", 1000, 1, [0, 300]],
  ["the drawing begins in the window", 200, 1, [0, 1100]],
  ["the first lines are just above the window", -300, 1, [0, 1600]],
  ["a drawing higher than the window shows its middle", -3000, 1, [2600, 4300]],
  ["the page is enlarged twice", -3000, 2, [1300, 2150]],
] as const)("returns the visible lines and a margin on each side: %s", (_name, top, zoom, [first, end]) => {
  expect(visibleLinesOf(top, 900, zoom)).toEqual({ top: first, bottom: end });
});
