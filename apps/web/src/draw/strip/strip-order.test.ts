import { type CellByte, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
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

/** Returns the order after a frame from the projection, and expects it to equal the order computed from scratch. */
function follow(state: ClusterState, first: StripOrder, frame: Parameters<typeof afterFrame>[1]): StripOrder {
  const { state: after, effect } = afterFrame(state, frame);
  const order = stripOrders.next(first, after, effect);
  expect(words(stripOrder(after))).toEqual(words(order));
  return order;
}

it("sorts pools by name and nodes by name in each, regardless of row or state", () => {
  const order = stripOrder(stateOf({ c: ["o", FINE], d: ["p", FINE], a: ["p", FINE], b: ["p", FAILING] }));
  expect(words(order)).toEqual(["o: c", "p: a b d"]);
});

it("returns the same object while only cells or records of the same pool change", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FINE] });
  const first = stripOrder(state);
  expect(follow(state, first, { cells: cellsText([[1, 0, FAILING]]), nodes: { put: [[0, record("a", "p")]] } })).toBe(first);
});

it("updates when another node replaces a node", () => {
  const state = stateOf({ a: ["p", FINE], c: ["p", FINE], d: ["p", FINE] });
  const order = follow(state, stripOrder(state), {
    nodes: { freed: [[0, 2]], put: [[3, record("b", "p")]] },
    cells: cellsText([[3, 0, FAILING]]),
  });
  expect(words(order)).toEqual(["p: b c d"]);
});

it("updates when a row belongs to another node", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FINE] });
  const order = follow(state, stripOrder(state), { nodes: { freed: [[0, 2]], put: [[0, record("d", "p")]] } });
  expect(words(order)).toEqual(["p: b d"]);
});

it("updates when a node changes its pool", () => {
  const state = stateOf({ a: ["p", FINE], b: ["p", FAILING], c: ["q", FINE] });
  const first = stripOrder(state);
  expect(words(follow(state, first, { nodes: { put: [[1, record("b", "q")]] } }))).toEqual(["p: a", "q: b c"]);
});
