import { expect, test } from "vitest";
import type { LabelPool } from "./label-coverage.ts";
import { pageOfPools } from "./pool-page.ts";

const pool = (value: string | null, wantedBy: readonly number[]): LabelPool => ({
  value,
  nodes: 1,
  patterns: [{ wantedBy, nodes: 1, names: [`n-${value}`] }],
});
const rest = pool(null, []);

test("returns all pools within the limit, in their order", () => {
  const pools = [pool("a", [0]), pool("b", []), rest];
  expect(pageOfPools(pools, [new Set([0])], 2)).toEqual({ pools, leftOut: undefined, poolCount: 2 });
});

test("T4 beyond the limit uncovered pools come first, first family first, and the rest is summed by DaemonSets", () => {
  const pools = [pool("a", [0, 1]), pool("b", [0, 1]), pool("c", [1]), pool("d", [0]), pool("e", [0, 1]), rest];
  const sent = pageOfPools(pools, [new Set([0]), new Set([1])], 3);
  expect(sent.pools.map(({ value }) => value)).toEqual(["c", "d", "a", null]);
  expect([sent.poolCount, sent.leftOut]).toEqual([
    5,
    { pools: 2, nodes: 2, patterns: [{ wantedBy: [0, 1], nodes: 2, names: ["n-b", "n-e"] }] },
  ]);
});
