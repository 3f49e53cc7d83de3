import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clusterOf } from "../../../data/clusters/summaries.fixture.ts";
import { columnWidths, hasStrips, stripWidthIn } from "./column-widths.ts";

const clustersOf = (...nodes: readonly number[]) => nodes.map((count, at) => clusterOf(`c${at}`, [], { nodes: count }));
beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
beforeEach(() => vi.stubGlobal("getComputedStyle", () => ({ fontSize: "16px" })));
afterEach(() => vi.unstubAllGlobals());

it("gives up to four clusters the width of their nodes, and the same least width", () => {
  expect(columnWidths(clustersOf(12, 49, 0), 1160).map(stripWidthIn)).toEqual([72, 294, 48]);
  expect(columnWidths([], 1160)).toEqual([]);
});

it("shares the width among large clusters, and divides it equally if a small one would have too little", () => {
  const widths = columnWidths(clustersOf(400, 400), 1160);
  expect(widths).toEqual([580, 580]);
  expect(columnWidths(clustersOf(5000, 3), 1160)).toEqual([580, 580]);
});

it("gives more clusters equal widths without strips", () => {
  const many = clustersOf(...Array.from({ length: 14 }, () => 10));
  expect(hasStrips(many)).toBe(false);
  expect(columnWidths(many, 1160)).toEqual(many.map(() => 82));
});
