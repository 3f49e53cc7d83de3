import { describe, expect, it } from "vitest";
import type { FlowShape } from "../../data/lanes/flow-lanes.ts";
import { byLane } from "../../data/lanes/lanes.ts";
import { dotPlace, type FlowLayout, LEAST_FLOW_WIDTH, layoutFlow } from "./flow-layout.ts";

const shape = (counts: Partial<FlowShape["counts"]>, places: number, surge = false): FlowShape => ({
  counts: { ...byLane(() => 0), ...counts },
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  places,
  surge,
});

/** Returns a layout that must exist. */
function laidOut(flowShape: FlowShape, width: number): FlowLayout {
  const layout = layoutFlow(flowShape, width, 120);
  if (layout === undefined) throw new Error(`no layout in ${width} px`);
  return layout;
}

const STUCK = shape({ old: 1061, terminating: 46, gap: 19, created: 228, ready: 7, available: 1639 }, 300);
const SMALL = shape({ old: 17, terminating: 2, gap: 1, created: 2, ready: 1, available: 21 }, 7);
const TWELVE = shape({ old: 9, created: 3 }, 3);
const SHAPES = [
  TWELVE,
  SMALL,
  STUCK,
  shape({}, 1),
  shape({ available: 4 }, 0),
  shape({ old: 40, oldUnavailable: 3, created: 9 }, 4),
  shape({ old: 10, created: 3, gap: 1, terminating: 2 }, 5, true),
  shape({ old: 4000, oldUnavailable: 100, terminating: 300, gap: 30, created: 400, available: 170 }, 500),
  shape({ old: 60_000, created: 9000, available: 31_000 }, 10_000),
];

/** Checks the invariants of every layout at every width. */
function expectInOrder(layout: FlowLayout, flowShape: FlowShape): void {
  const columns = layout.columns.toSorted((a, b) => a.x - b.x);
  columns.forEach((column, index) => {
    const next = columns[index + 1];
    if (next !== undefined) expect(column.x + column.width).toBeLessThanOrEqual(next.x);
    expect(column.x + column.width).toBeLessThanOrEqual(layout.width);
    const dots = Math.ceil(flowShape.counts[column.lane] / layout.nodesPerDot);
    for (const index of dots === 0 ? [] : [0, dots - 1]) {
      const { x, y } = dotPlace(layout, column, index);
      expect(x + column.size).toBeLessThanOrEqual(column.x + column.width);
      expect(y + (column.pairs ? 2 : 1) * column.size).toBeLessThanOrEqual(layout.height);
    }
  });
}

describe("layoutFlow", () => {
  it.each([
    ["44 nodes", SMALL, 20, 12, 1],
    ["60,000 nodes", shape({ old: 30000, created: 300, available: 29700 }, 600), 10, 2, 20],
  ] as const)("gives %s the largest dots that fit 1104 px", (_, flowShape, traySize, tankSize, perDot) => {
    const layout = laidOut(flowShape, 1104);
    expect(layout.columns.find((column) => column.lane === "created")?.size).toBe(traySize);
    expect(layout.columns.find((column) => column.lane === "old")?.size).toBe(tankSize);
    expect(layout.nodesPerDot).toBe(perDot);
  });

  it.each(SHAPES)("fits the page with every lane and dot in its place, from 760 to 3840 px: %j", (flowShape) => {
    for (let width = 320; width <= 3840; width += 31) {
      const layout = layoutFlow(flowShape, width, 120);
      if (width < LEAST_FLOW_WIDTH) expect(layout).toBeUndefined();
      else if (layout === undefined) throw new Error(`no layout in ${width} px`);
      else expectInOrder(layout, flowShape);
    }
  });

  it.each([840, 944, 1104, 3504])("draws each of 12 and 44 nodes as one dot at %i px", (width) => {
    for (const flowShape of [TWELVE, SMALL]) expect(laidOut(flowShape, width).nodesPerDot).toBe(1);
  });

  it("keeps the edges of all lanes in a rollout", () => {
    const edgesOf = (flowShape: FlowShape) => laidOut(flowShape, 944).columns.map(({ lane, x, width }) => [lane, x, width]);
    const edges = edgesOf(shape({ old: 42 }, 7));
    for (let updated = 1; updated <= 42; updated++)
      expect(edgesOf(shape({ old: 42 - updated, terminating: 1, created: 2, available: updated }, 7))).toEqual(edges);
  });

  it("keeps the dot size from the first to the last node of a rollout", () => {
    const sizes = Array.from(
      { length: 43 },
      (_, updated) => laidOut(shape({ old: 42 - updated, created: 2, available: updated }, 2), 1104).columns[0]?.size,
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it("keeps the dot size of old and available nodes if lanes of the tray have room for earlier nodes", () => {
    const now = shape({ old: 15, terminating: 1, ready: 3, available: 30 }, 8);
    const held = { ...now, counts: { ...now.counts, terminating: 8, created: 4, ready: 8 } };
    expect(laidOut(held, 992).columns).toEqual(laidOut(now, 992).columns);
  });

  it("keeps terminating and gap out of the tray if the new pod starts first", () => {
    const layout = laidOut(shape({ old: 10, created: 3, gap: 1, terminating: 2 }, 5, true), 940);
    expect(layout.columns.map((column) => [column.lane, column.inTray])).toEqual([
      ["old", false],
      ["created", true],
      ["ready", true],
      ["terminating", false],
      ["gap", false],
      ["available", false],
    ]);
  });
});
