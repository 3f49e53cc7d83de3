import { expect, test } from "vitest";
import { selectCoverage } from "./select-pools.ts";

const match = { nodes: 1, unmet: [] };
const sets = (...keys: readonly string[]) => keys.map((key) => ({ key, match }));
const daemonSets = sets("default/agent-a10", "default/agent-t4", "kube-system/cilium", "other/agent-a10");
const pools = [
  {
    value: "a10",
    nodes: 3,
    patterns: [
      { wantedBy: [0, 2], nodes: 2, names: ["n1", "n2"] },
      { wantedBy: [2], nodes: 1, names: ["n3"] },
    ],
  },
  { value: "mi300", nodes: 1, patterns: [{ wantedBy: [2], nodes: 1, names: ["n4"] }] },
  { value: null, nodes: 2, patterns: [{ wantedBy: [2], nodes: 2, names: ["n5", "n6"] }] },
];

test("T4 counts by pool the nodes that no DaemonSet of the family covers, except nodes without the label", () => {
  const family = new Set(["default/agent-a10", "default/agent-t4"]);
  const coverage = selectCoverage({ key: "pool", daemonSets, pools, leftOut: undefined }, family, new Map([["a10", ["z1", "z2"]]]));
  expect(coverage.columns.map(({ key, isFamily }) => [key, isFamily])).toEqual([
    ["default/agent-a10", true],
    ["default/agent-t4", true],
    ["kube-system/cilium", false],
    ["other/agent-a10", false],
  ]);
  expect(coverage.rows.map(({ value, wants, uncovered, names }) => [value, wants, uncovered, names])).toEqual([
    ["a10", [2, 0, 3, 0], 1, ["n3"]],
    ["mi300", [0, 0, 1, 0], 1, ["n4"]],
    [null, [0, 0, 2, 0], 2, ["n5", "n6"]],
  ]);
  expect([coverage.nodes, coverage.uncovered, coverage.rows[0]?.zones]).toEqual([4, 2, ["z1", "z2"]]);
});

test("T4 counts uncovered pools for any family, with links to their nodes", () => {
  const leftOut = {
    pools: 2,
    nodes: 3,
    patterns: [
      { wantedBy: [2], nodes: 1, names: ["n9"] },
      { wantedBy: [0, 2], nodes: 2, names: ["n7", "n8"] },
    ],
  };
  const coverageOf = (...family: readonly string[]) =>
    selectCoverage({ key: "pool", daemonSets, pools, leftOut }, new Set(family), new Map());
  expect([coverageOf("default/agent-a10").nodes, coverageOf("default/agent-a10").uncovered]).toEqual([7, 3]);
  expect(coverageOf("default/agent-a10").leftOut).toMatchObject({ pools: 2, nodes: 3, wants: [2, 0, 3, 0], uncovered: 1, names: ["n9"] });
  expect(coverageOf("kube-system/cilium").uncovered).toBe(0);
});

test("calls no node uncovered without a selection", () => {
  const coverage = selectCoverage({ key: "pool", daemonSets, pools, leftOut: undefined }, new Set(), new Map());
  expect([coverage.hasFamily, coverage.nodes, coverage.uncovered]).toEqual([false, 4, 0]);
  expect(coverage.rows.flatMap(({ uncovered, names }) => [uncovered, ...names])).toEqual([0, 0, 0]);
});

test("R32 does not count nodes with a planned pause as uncovered", () => {
  const value = "paused-for-driver-upgrade";
  const paused = [{ value, nodes: 1, patterns: [{ wantedBy: [], nodes: 1, names: ["n1"] }] }];
  const coverage = (key: string) =>
    selectCoverage({ key, daemonSets, pools: paused, leftOut: undefined }, new Set(["other/agent-a10"]), new Map());
  expect(coverage("nvidia.com/gpu.deploy.device-plugin")).toMatchObject({ uncovered: 0, paused: 1 });
  expect(coverage("other.example.com/gpu")).toMatchObject({ uncovered: 1, paused: 0 });
});
