import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { selectSickNodes } from "./sick-nodes.ts";

const unready = (nodes: readonly string[], count = nodes.length): Cause => ({
  state: "nodeUnready",
  cause: { kind: "nodeNotReady" },
  count,
  nodes,
  sinceMs: undefined,
});
const recordOn = (...causes: readonly Cause[]) => ({ causes }) as unknown as DaemonSetRecord;
const isJoining = (node: string) => node.endsWith("-new");
const poolOf = (node: string) => node.split("-")[0] ?? "";
const rowsOf = (...records: readonly DaemonSetRecord[]) =>
  selectSickNodes(records, poolOf, isJoining).map(({ count, isAtLeast, pool, agents }) => [count, isAtLeast, pool, agents]);

it("gives up to three nodes a row each, with their agents", () => {
  const rows = selectSickNodes([recordOn(unready(["a-1", "b-1"])), recordOn(unready(["a-1"]))], poolOf, isJoining);
  expect(rows.map(({ nodes, agents }) => [nodes, agents])).toEqual([
    [["a-1"], 2],
    [["b-1"], 1],
  ]);
});

it("joins more nodes by their pool, and names a single one", () => {
  expect(rowsOf(recordOn(unready(["a-1", "a-2", "a-3", "b-1"])))).toEqual([
    [3, false, "a", 3],
    [1, false, undefined, 1],
  ]);
});

it("joins nodes of many pools, and nodes that are not all known", () => {
  expect(rowsOf(recordOn(unready(["a-1", "b-1", "c-1", "d-1"])))).toEqual([[4, false, undefined, 4]]);
  expect(rowsOf(recordOn(unready(["a-1"], 90)), recordOn(unready(["a-1"])))).toEqual([[90, true, undefined, 91]]);
});

it("has no row without a NotReady node", () => {
  expect(rowsOf(recordOn())).toEqual([]);
});

it("has no row for a node that joins, until a verdict names it", () => {
  const joining = recordOn(unready(["a-new", "b-1"]));
  expect(rowsOf(joining)).toEqual([[1, false, undefined, 1]]);
  expect(rowsOf({ ...joining, concern: { kind: "nodesUnready", nodes: ["a-new"] } } as unknown as DaemonSetRecord)).toHaveLength(2);
});
