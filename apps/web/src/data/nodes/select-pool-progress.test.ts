import { type Cell, type CellState, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { StringMap } from "@daemonscope/kube/objects";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { expect, test } from "vitest";
import { rowsBetween } from "../computed/computed.ts";
import { groupOf } from "../rows/grouping.ts";
import { NODE_STATES } from "./select-node-states.ts";
import { poolProgress } from "./select-pool-progress.ts";

const byte = (state: CellState, flags: Partial<Cell> = {}) =>
  cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...flags });

const byPool = (node: { readonly labels: StringMap }) => groupOf(node, "pool");

const CELLS = [
  ["a1", "a", byte("available")],
  ["a2", "a", byte("available", { oldRevision: true })],
  ["b1", "b", byte("failing")],
  ["c1", "c", byte("available")],
  ["d1", "d", byte("excluded")],
  ["e1", "e", byte("missing")],
  ["e2", "e", byte("available", { oldRevision: true })],
] as const;

const states = NODE_STATES.whole(
  clusterStateOf(
    CELLS.map(([name, pool]) => readyNode(name, { labels: { pool } })),
    [{ key: "x/agent" }],
    CELLS.map(([, , cell]) => [cell]),
  ),
  undefined,
);

test("sorts the groups of a DaemonSet by failing pods, then by remaining pods, and omits groups without wanted pods", () => {
  const rows = poolProgress("x/agent", byPool).whole(states, undefined).pools;
  expect(rows.map(({ group, updated, wanted, failing }) => [group, `${updated}/${wanted}`, failing])).toEqual([
    ["b", "1/1", 1],
    ["e", "0/2", 0],
    ["a", "1/2", 0],
    ["c", "1/1", 0],
  ]);
});

test("a deleted DaemonSet has no groups", () => {
  expect(poolProgress("x/gone", byPool).whole(states, undefined).pools).toEqual([]);
});

test.each([40, 5000])("counts nodes as changed if only their worst agent changed: %i of 5,000 at once", (many) => {
  const before = clusterStateOf(
    Array.from({ length: 5000 }, (_, row) => readyNode(`n${row}`, { labels: { pool: "a" } })),
    [{ key: "x/agent" }, { key: "x/worse" }],
    Array.from({ length: 5000 }, () => [byte("available", { oldRevision: true }), byte("failing")]),
  );
  const { state: after, effect } = afterFrame(before, {
    cells: cellsText(Array.from({ length: many }, (_, row) => [row, 0, byte("available")])),
  });
  const was = NODE_STATES.whole(before, undefined);
  const is = NODE_STATES.next(was, after, effect);
  const reducer = poolProgress("x/agent", byPool);
  const { pools } = reducer.next(reducer.whole(was, undefined), is, rowsBetween(was, is) ?? []);
  expect(pools.map(({ updated, wanted }) => `${updated}/${wanted}`)).toEqual([`${many}/5000`]);
});
