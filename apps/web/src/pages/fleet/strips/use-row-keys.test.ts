import { expect, test } from "vitest";
import { rowAfter } from "./use-row-keys.ts";

test.each([
  ["the first step down leads to the first row", -1, 1, 10, 0],
  ["the first step up leads to the last row", -1, -1, 10, 9],
  ["a step leads to the next row", 3, 1, 10, 4],
  ["the first row has no previous row", 0, -1, 10, 0],
  ["the last row has no next row", 9, 1, 10, 9],
  ["a table without rows has no target", -1, 1, 0, undefined],
] as const)("%s", (_, at, direction, count, row) => {
  expect(rowAfter(at, direction, count)).toBe(row);
});
