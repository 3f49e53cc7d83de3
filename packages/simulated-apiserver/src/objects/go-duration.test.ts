import { expect, it } from "vitest";
import { goDuration } from "./go-duration.ts";

it.each([
  [0, "0s"],
  [300, "300ms"],
  [10_000, "10s"],
  [15_048, "15.048s"],
  [80_000, "1m20s"],
  [300_000, "5m0s"],
  [3_600_000, "1h0m0s"],
])("Go writes %i ms as %s", (ms, text) => {
  expect(goDuration(ms)).toBe(text);
});
