import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { expect, test } from "vitest";
import { nextVersionStamp } from "../computed/computed.ts";
import { compareGroups, EMPTY_VALUE, groupOf, NO_GROUP, OTHER_VALUES } from "./grouping.ts";
import { groupsOver, MAX_GROUPS } from "./groupings.ts";
import { cellsOf } from "./node-cells.fixture.ts";
import { placeChangedRows, placeNodes } from "./placed-nodes.ts";

const BYTE = cellByte({ state: "available", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false });
const nodeOf = (name: string, labels: Readonly<Record<string, string>>) => ({ byte: BYTE, record: readyNode(name, { labels }) });
const sizesOf = (groups: ReturnType<typeof placeNodes>["groups"]) => groups.map(({ name, rows }) => `${name} ${rows.length}`);

test("groups by a sparse key and by a key with one value, and separates an empty value from a missing label", () => {
  const nodes = [{ labels: { worker: "" } }, { labels: { worker: "yes" } }, { labels: {} }];
  expect(nodes.map((node) => groupOf(node, "label:worker"))).toEqual([EMPTY_VALUE, "yes", NO_GROUP]);
});

test("orders groups by text, and by number if only a trailing number differs", () => {
  const ordered = ["gpu", "gpu-2", "gpu-10", "gpu-1x", "pool-01", "pool-1", "pool-2", "pool-12", "spot"];
  expect([...ordered].reverse().sort(compareGroups)).toEqual(ordered);
  const nodes = [10, 9, 1].map((pool) => nodeOf(`n${pool}`, { host: `pool-${pool}` }));
  const { groups } = placeNodes(cellsOf(nodes), { grouping: "label:host", byName: false });
  expect(groups.map(({ name }) => name)).toEqual(["pool-1", "pool-9", "pool-10"]);
});

test("groups by a key with unique values: the most common values, and the rest as one group", () => {
  const nodes = Array.from({ length: 5000 }, (_, at) => nodeOf(`n${at}`, at < 3 ? {} : { host: at < 10 ? "twins" : `n${at}` }));
  const { groups } = placeNodes(cellsOf(nodes), { grouping: "label:host", byName: false });
  const sizes = sizesOf(groups);
  expect(sizes).toContain("twins 7");
  expect(sizes).toContain(`${NO_GROUP} 3`);
  expect(sizes).toContain(`${OTHER_VALUES} ${5000 - 3 - 7 - (MAX_GROUPS - 2)}`);
  expect(groups.length).toBeLessThanOrEqual(MAX_GROUPS + 1);
});

test("adds a node with a new value to the group of the rest, and creates that group beyond the limit", () => {
  const placement = { grouping: "label:host", byName: false };
  const at = (count: number) => Array.from({ length: count }, (_, row) => nodeOf(`n${row}`, { host: `h${row}` }));
  const before = placeNodes(cellsOf(at(MAX_GROUPS)), placement);
  expect(before.groups).toHaveLength(MAX_GROUPS);
  const more = cellsOf(at(MAX_GROUPS + 1), nextVersionStamp(before, [MAX_GROUPS]));
  const after = placeChangedRows(before, more, [MAX_GROUPS], placement);
  expect(sizesOf(after.groups)).toContain(`${OTHER_VALUES} 2`);
  const most = cellsOf(at(MAX_GROUPS + 2), nextVersionStamp(after, [MAX_GROUPS + 1]));
  const last = placeChangedRows(after, most, [MAX_GROUPS + 1], placement);
  expect(sizesOf(last.groups)).toContain(`${OTHER_VALUES} 3`);
  expect(last.groupOf).toBe(after.groupOf);
});

test("gives each value a group while the number of values is below the limit", () => {
  const nodes = Array.from({ length: MAX_GROUPS }, (_, at) => ({ labels: { zone: `z${at}` } }));
  const groupOfNode = groupsOver(nodes, "label:zone");
  expect(new Set(nodes.map(groupOfNode)).size).toBe(MAX_GROUPS);
});
