import { type CellByte, cellByte } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { expect, it } from "vitest";
import { stripOrder } from "./strip-order.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const FINE = cellByte({ ...flags, state: "available" });
const FAILING = cellByte({ ...flags, state: "failing" });

const record = (name: string, pool: string) => ({ name, labels: { pool } }) as unknown as NodeRecord;

/** Nodes as `name: [pool, cell]`, of one DaemonSet. */
function stateOf(nodes: Readonly<Record<string, readonly [string, CellByte]>>): ClusterState {
  const rows = Object.keys(nodes).sort();
  return {
    rows,
    columns: ["default/agent"],
    nodes: new Map(rows.map((name) => [name, record(name, nodes[name]![0])])),
    cells: Uint8Array.from(rows.map((name) => nodes[name]![1])),
  } as unknown as ClusterState;
}

const words = (order: ReturnType<typeof stripOrder>) => order.map(({ pool, nodes }) => `${pool}: ${nodes.join(" ")}`);

it("has pools by name and the most troubled nodes first in each", () => {
  const order = stripOrder(stateOf({ a: ["p", FINE], b: ["p", FAILING], c: ["o", FINE] }));
  expect(words(order)).toEqual(["o: c", "p: b a"]);
});

it("is the same object while only cells change", () => {
  const first = stripOrder(stateOf({ a: ["p", FINE], b: ["p", FINE] }));
  expect(stripOrder(stateOf({ a: ["p", FINE], b: ["p", FAILING] }), first)).toBe(first);
});

it("follows a node that was replaced by another, though their number stays", () => {
  const first = stripOrder(stateOf({ a: ["p", FINE], b: ["p", FINE], c: ["p", FINE] }));
  expect(words(stripOrder(stateOf({ b: ["p", FINE], c: ["p", FINE], d: ["p", FAILING] }), first))).toEqual(["p: b c d"]);
});

it("follows a node into another pool, and the others stay in their places", () => {
  const first = stripOrder(stateOf({ a: ["p", FINE], b: ["p", FAILING], c: ["q", FINE] }));
  expect(words(first)).toEqual(["p: b a", "q: c"]);
  expect(words(stripOrder(stateOf({ a: ["p", FINE], b: ["q", FAILING], c: ["q", FINE] }), first))).toEqual(["p: a", "q: c b"]);
});
