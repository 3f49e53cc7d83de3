import { expect, it } from "vitest";
import type { NodeCells } from "../../../data/rows/node-cells.ts";
import { namesWidth } from "./names-width.ts";

/** Widths in Chromium, CSS pixels. */
it.each([
  ["general-08", 70],
  ["node-new-1", 76],
  ["worker-12", 62],
  ["spot-07", 49],
  ["control-plane", 85],
  ["gke-pool-m2-x4w1", 118],
])("the estimated width of %s differs by at most 3 px", (name, width) => {
  const rows = { names: [undefined, name] } as unknown as NodeCells["rows"];
  expect(Math.abs(namesWidth({ rows }) - width)).toBeLessThanOrEqual(3);
});
