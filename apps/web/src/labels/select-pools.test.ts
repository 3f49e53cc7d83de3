import { expect, test } from "vitest";
import { familiesOf } from "./families.ts";
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

test("T4 what no DaemonSet of the family wants is counted by pool, without the nodes that lack the label", () => {
  const family = new Set(["default/agent-a10", "default/agent-t4"]);
  const coverage = selectCoverage({ daemonSets, pools }, family, new Map([["a10", ["z1", "z2"]]]));
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

test("families: those who ask for the label, then names that begin alike in one namespace", () => {
  const keys = [{ key: "accelerator", values: 2, nodes: 4, users: [0, 1] }];
  expect(familiesOf({ daemonSets, keys, key: "accelerator" })).toEqual([
    { id: "users", kind: "users", name: "accelerator", keys: ["default/agent-a10", "default/agent-t4"] },
    { id: "default/agent-*", kind: "prefix", name: "default/agent-*", keys: ["default/agent-a10", "default/agent-t4"] },
  ]);
  expect(familiesOf({ daemonSets: sets("a/x", "a/y"), keys, key: "zone" })).toEqual([]);
});

test("a beginning that a longer one says as well is left out", () => {
  const named = sets("a/node-agent-a10", "a/node-agent-t4", "a/node-exporter");
  expect(familiesOf({ daemonSets: named, keys: [], key: undefined }).map(({ id, keys }) => [id, keys.length])).toEqual([
    ["a/node-*", 3],
    ["a/node-agent-*", 2],
  ]);
});
