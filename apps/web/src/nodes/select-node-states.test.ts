import { type Cell, type CellState, cellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { lackedAgents, selectNodeStates } from "./select-node-states.ts";

const byte = (state: CellState, flags: Partial<Cell> = {}) =>
  cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...flags });

const recordOf = (name: string, more: Partial<NodeRecord> = {}): NodeRecord => ({
  name,
  uid: name,
  labels: {},
  taints: [],
  unschedulable: false,
  ready: "True",
  createdAtMs: 0,
  ...more,
});

function stateOf(rows: readonly (readonly number[])[], more: Partial<NodeRecord> = {}) {
  const names = rows.map((_, row) => `n${row}`);
  return {
    rows: names,
    columns: (rows[0] ?? []).map((_, column) => `a/${column}`),
    cells: Uint8Array.from(rows.flat()),
    nodes: new Map(names.map((name) => [name, recordOf(name, more)])),
  };
}

test.each([
  ["available, excluded", [byte("available"), byte("excluded")], "available", 1, 0],
  ["nothing wanted", [byte("excluded"), byte("excluded")], "excluded", 0, 0],
  ["failing before missing", [byte("missing"), byte("available"), byte("failing")], "failing", 3, 2],
  ["a ready pod that goes", [byte("available", { terminating: true }), byte("available")], "available", 2, 1],
  ["a pod that is not wanted", [byte("available"), byte("misscheduled")], "misscheduled", 1, 0],
  ["a ready pod of the old revision", [byte("available", { oldRevision: true })], "available", 1, 0],
  ["no DaemonSet at all", [], "excluded", 0, 0],
] as const)("a node is its worst cell, and lacks what has no ready pod that stays: %s", (_name, cells, worst, wants, lacks) => {
  const states = selectNodeStates(stateOf([cells]));
  expect([cellState(states.nodes[0]?.byte ?? 99), states.wants[0], states.lacks[0]]).toEqual([worst, wants, lacks]);
});

test("C13 agents whose pods were not read are not lacked: they are unknown", () => {
  const states = selectNodeStates(stateOf([[byte("unknown"), byte("excluded")]]));
  expect([states.wants[0], states.lacks[0], states.unknown[0]]).toEqual([1, 0, 1]);
});

test("a node that is not Ready says so, whatever its worst cell", () => {
  const [node] = selectNodeStates(stateOf([[byte("excluded")]], { ready: "Unknown" })).nodes;
  expect(hasFlag(node?.byte ?? 0, "nodeUnready")).toBe(true);
});

test("the agents that a node lacks stand worst first", () => {
  const states = selectNodeStates(stateOf([[byte("starting"), byte("available"), byte("failing")]]));
  expect(lackedAgents(states, 0).map(({ key }) => key)).toEqual(["a/2", "a/0"]);
});

it("what is computed from what was before equals what is computed anew, and unchanged rows are the same objects", () => {
  const anyByte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      fc.array(fc.array(anyByte, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), anyByte), { maxLength: 6 }),
      (cells, changes) => {
        const state = stateOf(cells);
        const before = selectNodeStates(state);
        expect(selectNodeStates(state, before)).toBe(before);
        const touched = new Set<number>();
        for (const [at, value] of changes) {
          state.cells[at % state.cells.length] = value;
          touched.add(Math.floor((at % state.cells.length) / 3));
        }
        const after = selectNodeStates(state, before);
        expect(after).toEqual(selectNodeStates(state));
        after.nodes.forEach((node, row) => {
          if (!touched.has(row)) expect(node).toBe(before.nodes[row]);
        });
      },
    ),
    { seed: 20261121 },
  );
});
