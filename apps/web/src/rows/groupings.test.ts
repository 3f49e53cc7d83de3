import { cellByte } from "@daemonscope/daemonset/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { expect, test } from "vitest";
import { stampAfter } from "../cluster/derived.ts";
import { EMPTY_VALUE, groupOf, NO_GROUP, OTHER_VALUES } from "./grouping.ts";
import { groupsOver, MOST_GROUPS } from "./groupings.ts";
import { cellsOf } from "./node-cells.fixture.ts";
import { placeChanged, placeNodes } from "./placed-nodes.ts";

const BYTE = cellByte({ state: "available", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false });
const nodeOf = (name: string, labels: Readonly<Record<string, string>>) => ({ byte: BYTE, record: readyNode(name, { labels }) });
const sizesOf = (groups: ReturnType<typeof placeNodes>["groups"]) => groups.map(({ name, rows }) => `${name} ${rows.length}`);

test("groups by a key that only some nodes have, by one of one value, and tells an empty value from none", () => {
  const nodes = [{ labels: { worker: "" } }, { labels: { worker: "yes" } }, { labels: {} }];
  expect(nodes.map((node) => groupOf(node, "label:worker"))).toEqual([EMPTY_VALUE, "yes", NO_GROUP]);
});

test("groups nodes by a key that names each of them: the most common values, and all others as one", () => {
  const nodes = Array.from({ length: 5000 }, (_, at) => nodeOf(`n${at}`, at < 3 ? {} : { host: at < 10 ? "twins" : `n${at}` }));
  const { groups } = placeNodes(cellsOf(nodes), { grouping: "label:host", byName: false });
  const sizes = sizesOf(groups);
  expect(sizes).toContain("twins 7");
  expect(sizes).toContain(`${NO_GROUP} 3`);
  expect(sizes).toContain(`${OTHER_VALUES} ${5000 - 3 - 7 - (MOST_GROUPS - 2)}`);
  expect(groups.length).toBeLessThanOrEqual(MOST_GROUPS + 1);
});

test("a node of a new value joins the group of all others where there is one, and a value too many makes that group", () => {
  const how = { grouping: "label:host", byName: false };
  const at = (count: number) => Array.from({ length: count }, (_, row) => nodeOf(`n${row}`, { host: `h${row}` }));
  const before = placeNodes(cellsOf(at(MOST_GROUPS)), how);
  expect(before.groups).toHaveLength(MOST_GROUPS);
  const more = cellsOf(at(MOST_GROUPS + 1), stampAfter(before, [MOST_GROUPS]));
  const after = placeChanged(before, more, [MOST_GROUPS], how);
  expect(sizesOf(after.groups)).toContain(`${OTHER_VALUES} 2`);
  const most = cellsOf(at(MOST_GROUPS + 2), stampAfter(after, [MOST_GROUPS + 1]));
  const last = placeChanged(after, most, [MOST_GROUPS + 1], how);
  expect(sizesOf(last.groups)).toContain(`${OTHER_VALUES} 3`);
  expect(last.groupOf).toBe(after.groupOf);
});

test("each value has a group while there are few", () => {
  const nodes = Array.from({ length: MOST_GROUPS }, (_, at) => ({ labels: { zone: `z${at}` } }));
  const named = groupsOver(nodes, "label:zone");
  expect(new Set(nodes.map(named)).size).toBe(MOST_GROUPS);
});
