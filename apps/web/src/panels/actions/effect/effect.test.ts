import { CELL_FLAGS, CELL_STATES, cellByte, cellOf, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { GHOSTS } from "@daemonscope/shared/http/what-if";
import { CellColumn } from "@daemonscope/shared/state/cell-column";
import { describe, expect, it } from "vitest";
import { placeGhosts } from "../../../pages/what-if/ghost-grid/placed-ghosts.ts";
import { addedTaints, effectNodes, effectPools } from "./effect-nodes.ts";
import { ghostAt, ghostColumn, ghostCounts, previewCellByte } from "./ghost-column.ts";

const TAINT = { key: "dedicated", value: "ml", effect: "NoExecute" };
const record = (name: string, pool: string, taints: NodeRecord["taints"] = []) => readyNode(name, { labels: { pool }, taints });
const plain = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const available = cellByte({ ...plain, state: "available" });

const ROWS = { names: ["b1", "a2", undefined, "a1"], freed: new Map([[2, 1]]) };
const STATE = {
  rows: ROWS,
  nodes: [record("b1", "b"), record("a2", "a"), undefined, record("a1", "a")],
  columns: { names: ["x/y"], freed: new Map() },
  cells: [new CellColumn(Uint8Array.of(available, available, 0, available))],
};
const EFFECT = { changedNodes: [record("a1", "a", [TAINT]), record("a2", "a", [TAINT]), record("c1", "c")], left: ["b1"] };
const SET = {
  ghosts: [
    { ghost: "goes", nodes: ["a2", "b1"] },
    { ghost: "comes", nodes: ["c1"] },
  ],
} as const;

describe("the nodes of a what-if", () => {
  const nodes = effectNodes(STATE, EFFECT);
  const column = ghostColumn(STATE, nodes, "x/y", SET);
  const namesOf = (moment: "before" | "change" | "after") => {
    const { cells, groups } = placeGhosts(nodes, column, "label:pool", moment);
    return groups.map(({ name, rows }) => `${name}: ${[...rows].map((row) => cells.records[row]?.name).join(" ")}`);
  };

  it("keep their rows, and joining nodes are appended", () => {
    expect(nodes.rows.names).toEqual(["b1", "a2", undefined, "a1", "c1"]);
    expect([...nodes.joining]).toEqual([4]);
    expect([...nodes.leaving]).toEqual([0]);
    expect(nodes.then[0]).toBeUndefined();
    expect(nodes.now[3]?.taints).toEqual([]);
    expect(nodes.then[3]?.taints).toEqual([TAINT]);
  });

  it("are in strips in the order of the cluster, and joining nodes are last in their pool", () => {
    const joined = effectNodes(STATE, { changedNodes: [record("a0", "a")], left: [] });
    expect(effectPools(joined)).toEqual([
      { pool: "a", rows: [3, 1, 4] },
      { pool: "b", rows: [0] },
    ]);
  });

  it("are displayed before, during and after the change with their state at that time", () => {
    expect(namesOf("before")).toEqual(["a: a2 a1", "b: b1"]);
    expect(namesOf("change")).toEqual(["a: a2 a1", "b: b1", "c: c1"]);
    expect(namesOf("after")).toEqual(["a: a2 a1", "c: c1"]);
  });

  it("are counted by outcome, each once", () => {
    expect(ghostCounts(column, nodes)).toEqual({ same: 1, comes: 1, goes: 2, restarts: 0, unfit: 0, stays: 0, replacedByHand: 0 });
    expect(ghostAt(column, 4)).toBe("comes");
  });

  it("list the taints that all nodes of a group receive", () => {
    expect(addedTaints(nodes, [1, 3])).toEqual(["dedicated=ml:NoExecute"]);
    expect(addedTaints(nodes, [0, 1])).toEqual(["dedicated=ml:NoExecute"]);
    expect(addedTaints(nodes, [4])).toEqual([]);
  });

  it("show a DaemonSet that does not exist yet on no current node", () => {
    expect([...ghostColumn(STATE, nodes, "new/one", SET).bytes]).toEqual([0, 0, 0, 0, 0]);
  });
});

it("a previewed cell has the state of its ghost, and keeps the flags of the node", () => {
  const states = { comes: "available", restarts: "available", unfit: "unscheduled", goes: "excluded", stays: "misscheduled" } as const;
  for (const state of CELL_STATES) {
    const now = cellByte({ ...plain, state, oldRevision: true, nodeUnready: true });
    for (const ghost of GHOSTS) {
      const then = previewCellByte(now, ghost);
      expect(then & CELL_FLAGS.nodeUnready).toBe(CELL_FLAGS.nodeUnready);
      if (ghost === "same") expect(then).toBe(now);
      else if (ghost === "replacedByHand") expect([cellState(then), cellOf(then).oldRevision]).toEqual([state, true]);
      else expect(cellState(then)).toBe(states[ghost]);
    }
  }
});
