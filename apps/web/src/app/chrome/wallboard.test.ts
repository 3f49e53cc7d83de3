import { expect, it } from "vitest";
import { wallboardZoom } from "./wallboard.ts";

it.each([
  [390, 1],
  [1440, 1],
  [1920, 1.33],
  [2560, 1.78],
  [3840, 2.67],
  [20_000, 4],
])("enlarges a wallboard of %i px by a factor of %f", (width, zoom) => {
  expect(wallboardZoom(width)).toBe(zoom);
});
