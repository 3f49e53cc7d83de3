import { expect, test } from "vitest";
import { growthFactor } from "./v8-settings.ts";

const MB = 1024 * 1024;

test.each([
  [0, 2],
  [1 * MB, 2],
  [2 * MB, 1],
  [4 * MB, 1],
  [32 * MB, 1],
] as const)("a semi-space of %d bytes is multiplied by %d, so that it is usually at most 4 MB", (bytes, factor) => {
  expect(growthFactor(bytes)).toBe(factor);
});
