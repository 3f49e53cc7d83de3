import { expect, it } from "vitest";
import { canonicalQuantity, compareQuantities } from "./quantity.ts";

it.each([
  ["0", "0"],
  ["0Gi", "0"],
  ["1", "1"],
  ["1000", "1k"],
  ["0.5", "500m"],
  ["1.5", "1500m"],
  ["2000m", "2"],
  ["1024Mi", "1Gi"],
  ["0.5Gi", "512Mi"],
  ["1.5Gi", "1536Mi"],
  ["1023Ki", "1023Ki"],
  ["0.1Ki", "102400m"],
  ["512Ki", "512Ki"],
  ["-1.5Gi", "-1536Mi"],
  ["1e3", "1e3"],
  ["12e4", "120e3"],
  ["1E", "1E"],
  ["0.1n", "1n"],
  ["many", undefined],
])("the API server writes %s as %s", (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

it("compares regardless of the units", () => {
  expect(compareQuantities("1Gi", "1024Mi")).toBe(0);
  expect(compareQuantities("1500m", "1")).toBeGreaterThan(0);
  expect(compareQuantities("1G", "1Gi")).toBeLessThan(0);
});
