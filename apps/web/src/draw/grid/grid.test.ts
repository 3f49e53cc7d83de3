import { type Cell, type CellState, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { cellVariantOf } from "../../data/cell/cell-variant.ts";
import { cellOverlay } from "../../data/rows/cell-overlay.ts";
import { groupOf } from "../../data/rows/grouping.ts";
import { groupingsOf } from "../../data/rows/groupings.ts";
import { legendCounts, matchesLegend } from "../../data/rows/legend-counts.ts";
import { cellsOf } from "../../data/rows/node-cells.fixture.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import { type PlacedNodes, placeChangedRows, placeNodes } from "../../data/rows/placed-nodes.ts";
import { canKeepPods } from "../../panels/grid/cell-facts.ts";
import { POD_SHAPES } from "./cell-shapes.ts";
import { CellStyleColumn } from "./cell-style-column.ts";
import { cellLeft, cellTop, layoutGrid } from "./layout/grid-layout.ts";
import { type GridScene, gridPositions, sceneCells } from "./layout/grid-scene.ts";
import { cellAt } from "./layout/hit-test.ts";
import { findByPrefix, focusStopsOf, moveFocus, moveInList } from "./layout/move-focus.ts";
import { largeCellFor, layoutLargeCells } from "./layout/plate-layout.ts";
import { NO_READY_FILLS } from "./ready-fills.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };

function recordOf(name: string, labels: Record<string, string> = {}, more: Partial<NodeRecord> = {}): NodeRecord {
  return readyNode(name, { labels, ...more });
}

let rows = 0;
function nodeOf(name: string, pool: string, state: CellState, more: Partial<NodeRecord> = {}): GridNode {
  return { name, row: rows++, byte: cellByte({ ...flags, state }), record: recordOf(name, { pool }, more) };
}

const PLACING = { grouping: "pool", byName: false };
const placedOf = (nodes: readonly GridNode[]) => placeNodes(cellsOf(nodes), PLACING);
const namesIn = ({ groups, cells }: PlacedNodes) =>
  groups.map((group) => [group.name, [...group.rows].map((row) => cells.records[row]?.name)]);

function sceneOf(placed: PlacedNodes, layout: GridScene["places"]["layout"]): GridScene {
  return {
    places: gridPositions(layout, placed.order, placed.cells.bytes.length),
    nodes: placed,
    paint: { fills: NO_READY_FILLS, shadeOf: undefined },
  };
}

const withState = (node: GridNode, state: CellState): GridNode => ({ ...node, byte: cellByte({ ...flags, state }) });

const GPU = { key: "nvidia.com/gpu", effect: "NoSchedule" };
const nodes = [
  nodeOf("b-1", "b", "available"),
  nodeOf("b-2", "b", "available"),
  nodeOf("a-1", "a", "available", { taints: [GPU] }),
  nodeOf("a-2", "a", "failing", { taints: [GPU, { key: "edge", effect: "NoExecute" }] }),
  nodeOf("c-1", "c", "excluded"),
];

describe("pods that were fetched a moment ago", () => {
  const byte = (state: CellState, flags: Partial<Cell> = {}) =>
    cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...flags });
  it.each([
    ["the cell that they were fetched with", byte("available"), byte("available"), true],
    ["their node, which became NotReady", byte("available"), byte("available", { nodeUnready: true }), true],
    ["the same pod, now further along", byte("starting"), byte("available"), true],
    ["a new pod that replaced an old one", byte("available", { oldRevision: true }), byte("starting"), false],
    ["a pod that starts where one was available", byte("available"), byte("starting"), false],
    ["a pod that was deleted", byte("available"), byte("available", { terminating: true }), false],
    ["a cell that is now empty", byte("starting"), byte("missing"), false],
  ] as const)("F2 are checked whether they still belong to %s: %#", (_name, fetchedWith, now, still) => {
    expect(canKeepPods(fetchedWith, now)).toBe(still);
  });
});

describe("groups", () => {
  it.each([
    [{ "cloud.google.com/gke-nodepool": "x" }, "x"],
    [{ "eks.amazonaws.com/nodegroup": "y", pool: "mine" }, "mine"],
    [{ "node-role.kubernetes.io/control-plane": "" }, "control-plane"],
    [{}, ""],
  ])("finds the pool of %j", (labels, pool) => {
    expect(groupOf({ labels }, "pool")).toBe(pool);
  });

  it("a node without the label “constructor” does not have it, although every object has that property", () => {
    expect(groupOf({ labels: {} }, "label:constructor")).toBe("");
    expect(groupOf({ labels: { constructor: "x" } }, "label:constructor")).toBe("x");
  });

  it("offers labels that form groups, and no unique ones", () => {
    const records = Array.from({ length: 80 }, (_, index) =>
      recordOf(`n-${index}`, { "kubernetes.io/hostname": `n-${index}`, arch: index % 2 ? "arm" : "x86", os: "linux" }),
    );
    expect(groupingsOf(records)).toEqual(["pool", "zone", "label:arch"]);
  });

  it("sorts groups by name and cells by severity", () => {
    expect(namesIn(placedOf(nodes))).toEqual([
      ["a", ["a-2", "a-1"]],
      ["b", ["b-1", "b-2"]],
      ["c", ["c-1"]],
    ]);
  });

  it("keeps every position when states change, and counts the nodes that would move", () => {
    const placed = placedOf(nodes);
    expect(placed.moved).toBe(0);
    const later = nodes.map((node) =>
      node.name === "b-2" ? withState(node, "failing") : node.name === "a-2" ? withState(node, "available") : node,
    );
    expect(placeChangedRows(placed, cellsOf(later), [1, 3], PLACING).moved).toBe(2);
    const joined = [...later, nodeOf("b-0", "b", "missing"), nodeOf("d-1", "d", "missing")];
    const after = placeChangedRows(placed, cellsOf(joined), [1, 3, 5, 6], PLACING);
    expect(namesIn(after)).toEqual([
      ["a", ["a-2", "a-1"]],
      ["b", ["b-1", "b-2", "b-0"]],
      ["c", ["c-1"]],
      ["d", ["d-1"]],
    ]);
    expect(after.moved).toBe(4);
  });

  it("a changed cell updates only its group and keeps all positions", () => {
    const placed = placedOf(nodes);
    const after = placeChangedRows(
      placed,
      cellsOf(nodes.map((node) => (node.name === "b-2" ? withState(node, "failing") : node))),
      [1],
      PLACING,
    );
    expect(after.order).toBe(placed.order);
    expect(after.groups.map((group, at) => group === placed.groups[at])).toEqual([true, false, true]);
  });

  it("keeps the positions of nodes by name when all rows change", () => {
    const placed = placedOf(nodes);
    const placedAgain = placeNodes(cellsOf([undefined, ...nodes].reverse()), PLACING, placed);
    expect(namesIn(placedAgain)).toEqual(namesIn(placed));
  });

  it("moves a taint that all nodes share to the heading, and leaves the others on the cells", () => {
    const placed = placedOf(nodes);
    expect(placed.groups[0]?.sharedTaints).toEqual([GPU]);
    const scene = sceneOf(placed, layoutGrid([2, 2, 1], [], 600, 300, "fit"));
    expect(sceneCells(scene).map((cell) => cell.look.taint)).toEqual(["NoExecute", "none", "none", "none", "none"]);
  });
});

describe("the facts of a DaemonSet that change what its cells show", () => {
  const failed = { labels: { pool: "n", "nvidia.com/gpu-driver-upgrade-state": "upgrade-failed" } };
  const unready = { ...nodeOf("n-2", "n", "available", failed), byte: cellByte({ ...flags, state: "available", nodeUnready: true }) };
  const all = [
    nodeOf("n-1", "n", "available", failed),
    unready,
    nodeOf("n-3", "n", "available"),
    nodeOf("n-4", "n", "starting", failed),
    nodeOf("n-5", "n", "excluded", failed),
    nodeOf("n-6", "n", "excluded"),
  ];
  const managedBy = { controller: "gpu-operator" } as DaemonSetRecord["managedBy"];
  const leavingOf = (count: number) => [{ cause: { kind: "nodeShutdown" } as const, count, nodes: ["n-3", "n-5"] }];

  it.each([
    ["no fact", {}, {}],
    ["upgrades that failed", { managedBy }, { failing: ["n-1"] }],
    ["nodes on their way out", { leaving: leavingOf(2) }, { leaving: ["n-5"] }],
    ["an incomplete list of these nodes", { leaving: leavingOf(60) }, {}],
  ] as const)("have equal marks in drawing, legend and filter: %s", (_, record, marked) => {
    const overlay = cellOverlay(record as Parameters<typeof cellOverlay>[0]);
    const placed = placeNodes({ ...cellsOf(all), overlay }, { grouping: "pool", byName: true });
    const scene = sceneOf(placed, layoutGrid([all.length], [], 600, 300, "fit"));
    const column = new CellStyleColumn();
    column.show(scene);
    const cells = sceneCells(scene);
    for (const figure of ["failing", "leaving"] as const) {
      const names = (marked as Partial<Record<typeof figure, readonly string[]>>)[figure] ?? [];
      const isDrawn = (_look: unknown, cell: number) => cellVariantOf(column.lookOf(cell)) === figure;
      expect(cells.filter(isDrawn).map(({ node }) => node.name)).toEqual(names);
      expect(cells.filter(({ look }) => cellVariantOf(look) === figure).map(({ node }) => node.name)).toEqual(names);
      expect(cells.filter(({ node }) => matchesLegend(figure, node)).map(({ node }) => node.name)).toEqual(names);
      expect(placed.counts.figures[figure]).toBe(names.length);
    }
  });
});

describe("layout and hit test", () => {
  it.each([
    [[48], 1400, 300],
    [[96, 256, 640, 640, 148, 256, 120, 192, 640, 12, 60, 24], 1400, 340],
    [[5000], 1400, 340],
    [Array.from({ length: 40 }, () => 2500), 1400, 400],
  ])("fits %j into %i × %i with the largest possible cells", (counts, width, height) => {
    const layout = layoutGrid(counts, [], width, height, "fit");
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total < 50_000) expect(layout.height).toBeLessThanOrEqual(height);
    for (const place of layout.places) {
      expect(place.x + place.width).toBeLessThanOrEqual(width);
      expect(place.x + place.columns * layout.cell.pitchX).toBeLessThanOrEqual(width);
    }
  });

  it("finds every cell at its position, and none outside", () => {
    const counts = [17, 3, 29];
    const layout = layoutGrid(counts, [90, 120, 60], 420, 240, "fit");
    layout.places.forEach((place, group) => {
      for (let index = 0; index < place.count; index++) {
        expect(cellAt(layout, cellLeft(layout, place, index) + 1, cellTop(layout, place, index) + 1)).toBe(
          (layout.starts[group] ?? 0) + index,
        );
      }
    });
    expect(cellAt(layout, 419, 239)).toBeUndefined();
    expect(cellAt(layout, 1, 5)).toBeUndefined();
  });
});

describe("keyboard", () => {
  const scene = sceneOf(placedOf(nodes), layoutLargeCells([2, 2, 1], 600));
  const names = sceneCells(scene).map((cell) => cell.node.name);

  it.each([
    ["a laptop", 992, 9],
    ["a small laptop", 872, 7],
    ["a wide page", 2040, 10],
    ["a phone", 358, 3],
  ] as const)("gives labelled cells on %s of %i px %i columns that share the width", (_, width, columns) => {
    const layout = layoutLargeCells([27, 9, 9, 3], width);
    for (const place of layout.places) {
      expect(place.columns).toBe(columns);
      expect(place.x + columns * layout.cell.pitchX).toBeCloseTo(width);
    }
  });

  it.each([390, 1000, 1440, 2560])("a name that fits at 1440 px fits at %i px too", (width) => {
    const plate = largeCellFor(POD_SHAPES.plate, 200);
    const layout = layoutLargeCells([27, 10, 9, 3], width - 40, plate);
    expect(layout.cell.pitchX - plate.width).toBeGreaterThanOrEqual(200);
  });

  it("rows follow the font size of the root", () => {
    const pitchOf = (labels: number, scale: number) => largeCellFor(POD_SHAPES.plate, 200, undefined, labels, scale).pitchY;
    expect([pitchOf(0, 1), pitchOf(0, 1.25), pitchOf(1, 1.25)]).toEqual([32, 40, 56]);
  });

  it.each([
    ["a-2", "right", "a-1"],
    ["a-1", "right", "b-1"],
    ["a-1", "down", "b-2"],
    ["b-1", "up", "a-2"],
    ["b-1", "left", "a-1"],
    ["c-1", "first", "a-2"],
    ["a-2", "last", "c-1"],
    ["a-1", "nextGroup", "b-1"],
    ["b-2", "previousGroup", "b-1"],
    ["b-1", "previousGroup", "a-2"],
    ["b-1", "nextProblem", "a-2"],
  ] as const)("moves from %s %s to %s", (from, step, to) => {
    expect(names[moveFocus(scene, names.indexOf(from), step)]).toBe(to);
  });

  it.each([
    ["a-2", "down", "a-1"],
    ["a-1", "down", "b-1"],
    ["a-2", "up", "a-2"],
    ["a-1", "nextGroup", "b-1"],
    ["b-2", "previousGroup", "b-1"],
    ["b-1", "previousGroup", "a-2"],
    ["b-1", "end", "c-1"],
    ["b-1", "first", "a-2"],
    ["b-1", "nextProblem", "a-2"],
  ] as const)("moves in the table from %s %s to %s", (from, step, to) => {
    expect(names[moveInList(focusStopsOf(scene), names.indexOf(from), step)]).toBe(to);
  });

  it("finds a node by typing its name", () => {
    expect(findByPrefix(focusStopsOf(scene), 0, "b-2")).toBe(names.indexOf("b-2"));
    expect(findByPrefix(focusStopsOf(scene), 0, "zz")).toBeUndefined();
  });
});

describe("legend", () => {
  it("counts every node once by its variant, and its marks", () => {
    const counts = legendCounts(cellsOf([...nodes, nodeOf("x", "b", "available", { unschedulable: true, ready: "Unknown" })]));
    expect(Object.values(counts.figures).reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(counts.figures).toMatchObject({ available: 4, failing: 1, excluded: 1 });
    expect(counts.marks).toEqual({ NotReady: 1, cordoned: 1, tainted: 2, NoSchedule: 2, NoExecute: 1, PreferNoSchedule: 0 });
    expect(nodes.filter((node) => matchesLegend("NoExecute", node)).map((node) => node.name)).toEqual(["a-2"]);
  });

  it("N2 counts no node as NotReady that shuts down", () => {
    const stopping = nodeOf("x", "b", "available", { ready: "False", signs: "node is shutting down" });
    expect(legendCounts(cellsOf([stopping])).marks.NotReady).toBe(0);
    expect(matchesLegend("NotReady", stopping)).toBe(false);
  });
});
