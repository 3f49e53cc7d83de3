import { expect, it } from "vitest";
import { canonicalText } from "./amount.ts";

it.each([
  ["0.1", "100m"],
  ["1000m", "1"],
  ["1500m", "1500m"],
  ["1000", "1k"],
  ["1024Mi", "1Gi"],
  ["0.5Gi", "512Mi"],
  ["0.5Ki", "512"],
  ["1.5Ki", "1536"],
  ["1073741824", "1073741824"],
  ["0", "0"],
  ["0.0Mi", "0"],
  ["1e3", "1e3"],
  ["much", "much"],
])("%s is formatted as %s", (text, canonical) => {
  expect(canonicalText(text)).toBe(canonical);
});
