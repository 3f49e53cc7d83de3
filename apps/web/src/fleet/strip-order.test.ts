import { type CellByte, cellByte } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/cluster-state.fixture";
import { expect, it } from "vitest";
import { type StripOrder, stripOrder, stripOrders } from "./strip-order.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const FINE = cellByte({ ...flags, state: "available" });
const FAILING = cellByte({ ...flags, state: "failing" });

const record = (name: string, pool: string) => ({ name, labels: { pool } }) as unknown as NodeRecord;

/** Nodes as `name: [pool, cell]`, of one DaemonSet. */
function stateOf(nodes: Readonly<Record<string, readonly [string, CellByte]>>): ClusterState {
  const all = Object.entries(nodes);
  return clusterStateOf(
    all.map(([name, [pool]]) => record(name, pool)),
    [{ key: "default/agent" }],
    all.map(([, [, byte]]) => [byte]),
  );
}

const words = ({ pools, names }: StripOrder) => pools.map(({ pool, rows }) => `${pool}: ${rows.map((row) => names[row]).join(" ")}`);

/** What a frame makes of the order of a state, as the projection follows it and as it is made of all at once. */
function follow(state: ClusterState, first: StripOrder, frame: Parameters<typeof afterFrame>[1]): StripOrder {
  const { state: after, effect } = afterFrame(state, frame);
  const order = stripOrders.next(first, after, effect);
  expect(words(stripOrder(after, first))).toEqual(words(order));
  return order;
}

it("has pools by name and the most troubled nodes first in each, whatever their rows", () => {
  const order = stripOrder(stateOf({ c: ["o", FINE], d: ["p", FINE], a: ["p", FINE], b: ["p", FAILING] }));
  expect(words(order)).toEqual(["o: c", "p: b a d"]);
});

it("is the same object while only cells, and records of the same pool, change", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FINE] });
  const first = stripOrder(state);
  expect(follow(state, first, { cells: cellsText([[1, 0, FAILING]]), nodes: { put: [[0, record("a", "p")]] } })).toBe(first);
});

it("follows a node that was replaced by another, and nobody else moves", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FINE], c: ["p", FINE] });
  const order = follow(state, stripOrder(state), {
    nodes: { freed: [[0, 2]], put: [[3, record("d", "p")]] },
    cells: cellsText([[3, 0, FAILING]]),
  });
  expect(words(order)).toEqual(["p: b c d"]);
});

it("follows a row that is another node's now", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FINE] });
  const order = follow(state, stripOrder(state), { nodes: { freed: [[0, 2]], put: [[0, record("d", "p")]] } });
  expect(words(order)).toEqual(["p: b d"]);
});

it("follows a node into another pool, and the others stay in their places", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FAILING], c: ["q", FINE] });
  const first = stripOrder(state);
  expect(words(first)).toEqual(["p: b a", "q: c"]);
  expect(words(follow(state, first, { nodes: { put: [[1, record("b", "q")]] } }))).toEqual(["p: a", "q: c b"]);
});

it("begins anew when pods were read: before, no node is more troubled than another", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FAILING] });
  const unread = { ...stripOrder(state), podsRead: true };
  expect(words(follow(state, { ...unread, pools: [{ pool: "p", rows: [0, 1] }] }, {}))).toEqual(["p: b a"]);
});
