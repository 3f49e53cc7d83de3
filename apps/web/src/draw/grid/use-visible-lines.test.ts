import { expect, test } from "vitest";
import { visibleLinesOf } from "./use-visible-lines.ts";

test.each([
  ["it begins below the window", 1000, 1, [0, 300]],
  ["it begins in the window", 200, 1, [0, 1100]],
  ["its first lines are just out of sight", -300, 1, [0, 1600]],
  ["of one higher than the window the middle is seen", -3000, 1, [2600, 4300]],
  ["the page draws itself twice as large", -3000, 2, [1300, 2150]],
] as const)("lines of a drawing that are seen, and some more on each side: %s", (_name, top, zoom, [first, end]) => {
  expect(visibleLinesOf(top, 900, zoom)).toEqual({ top: first, bottom: end });
});
