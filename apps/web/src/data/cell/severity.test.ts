import { type CellByte, cellByte, cellState, isLeavingCell, withoutFlags } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { describe, expect, it, test } from "vitest";
import { laneAssignments } from "../lanes/lane-assignment.ts";
import { missingAgents, NODE_STATES, worstAgent } from "../nodes/select-node-states.ts";
import { sortRows } from "../nodes/sorted-nodes.ts";
import { cellsOf } from "../rows/node-cells.fixture.ts";
import { placeNodes } from "../rows/placed-nodes.ts";
import { type CellVariant, cellStyleOfVariant, cellVariantOfByte } from "./cell-variant.ts";
import { severityOf, severityWeight, VARIANTS_BY_SEVERITY } from "./severity.ts";

function byteOf(figure: CellVariant): CellByte {
  const { old, ...style } = cellStyleOfVariant(figure);
  return cellByte({ ...style, oldRevision: old, twoPods: false, nodeUnready: false });
}

const recordOf = (name: string, pool: string) => readyNode(name, { labels: { pool } });

/** A cluster with one DaemonSet, its cells by node. */
function stateOf(cells: readonly CellByte[], poolOf: (row: number) => string = () => "p"): ClusterState {
  return clusterStateOf(
    cells.map((_, row) => recordOf(`n${row}`, poolOf(row))),
    [{ key: "default/agent", revisions: [] }],
    cells.map((byte) => [byte]),
  );
}

/** Nodes with these cells, placed in the grid. */
const placed = (cells: readonly CellByte[], poolOf: (row: number) => string = () => "p") =>
  placeNodes(cellsOf(cells.map((byte, row) => ({ byte, record: recordOf(`n${row}`, poolOf(row)) }))), { grouping: "pool", byName: false });

test("sorts problems and surplus pods first, then transitions, unknown cells and healthy cells", () => {
  expect(VARIANTS_BY_SEVERITY).toEqual([
    "failing",
    "unscheduled",
    "misscheduled",
    "missing",
    "terminating",
    "starting",
    "ready",
    "unknown",
    "leaving",
    "old",
    "available",
    "excluded",
  ]);
});

test("gives each byte a variant and a rank, and weights fall with the rank", () => {
  for (let byte = 0; byte < 256; byte++) expect(VARIANTS_BY_SEVERITY[severityOf(byte)]).toBe(cellVariantOfByte(byte));
  expect(new Set(Array.from({ length: 256 }, (_, byte) => cellVariantOfByte(byte)))).toEqual(new Set(VARIANTS_BY_SEVERITY));
  const weights = VARIANTS_BY_SEVERITY.map((figure) => severityWeight(byteOf(figure)));
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
});

test("a state without flags has the rank of its variant", () => {
  for (let byte = 0; byte < 256; byte++)
    if (!isLeavingCell(byte)) expect(VARIANTS_BY_SEVERITY[severityOf(withoutFlags(byte))]).toBe(cellState(byte));
});

describe.each(VARIANTS_BY_SEVERITY.slice(1).map((better, at) => [VARIANTS_BY_SEVERITY[at]!, better] as const))(
  "%s before %s",
  (worse, better) => {
    const cells = [byteOf(better), byteOf(worse)];
    it("in a group of the grid", () => {
      expect([...(placed(cells).order[0] ?? [])]).toEqual([1, 0]);
    });
    it("in the cell of a node that has both, and in the nodes table", () => {
      const both = NODE_STATES.whole(clusterStateOf([recordOf("n0", "p")], [{ key: "a/0" }, { key: "a/1" }], [cells]), undefined);
      expect(cellVariantOfByte(both.bytes[0] ?? 0)).toBe(worse);
      const states = NODE_STATES.whole(stateOf(cells), undefined);
      const inOrder = sortRows("lacks", () => true).whole(states, undefined).rows;
      if (states.lacks[0] === states.lacks[1]) expect([...inOrder]).toEqual([1, 0]);
      const lacked = missingAgents(both, 0).map(({ key }) => key);
      if (lacked.length === 2) expect(lacked).toEqual(["a/1", "a/0"]);
      expect(worstAgent(both, 0)?.key).toBe(worse === "available" ? undefined : "a/1");
      expect(worstAgent(both, 0, ({ key }) => key !== "a/1")?.key).not.toBe("a/1");
    });
    it("in a lane of the flow that contains both", () => {
      for (const rows of Object.values(laneAssignments("default/agent").whole(stateOf(cells), undefined).rows))
        if (rows.length === 2) expect(rows).toEqual([1, 0]);
    });
  },
);
