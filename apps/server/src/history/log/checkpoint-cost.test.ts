import { expect, it } from "vitest";
import { checkpointCost } from "./checkpoint-cost.ts";

it.each([
  [0, 4000],
  [12_000, 4000],
  [60_000, 4000],
  [240_000, 16_000],
  [1_200_000, 80_000],
])("with %i pods a checkpoint is due after %i lines", (pods, lines) => {
  expect(checkpointCost(pods)).toBe(lines);
});
