import { expect, test } from "vitest";
import { textWidth } from "./text-width.ts";

test.each([
  ["", 0],
  ["old", 18],
  ["舊版，可用", 60],
  ["10 px 全覽", 60],
])("%j is %i px wide with letters of 6 and characters of 12", (text, width) => {
  expect(textWidth(text, 6, 12)).toBe(width);
});
