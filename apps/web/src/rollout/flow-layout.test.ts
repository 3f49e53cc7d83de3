import { describe, expect, it } from "vitest";
import { bracketRuns, dotPlace, emptyCounts, type FlowShape, layoutFlow } from "./flow-layout.ts";

const shape = (counts: Partial<FlowShape["counts"]>, places: number, surge = false): FlowShape => ({
  counts: { ...emptyCounts(), ...counts },
  places,
  surge,
});

const STUCK = shape({ old: 1061, terminating: 46, gap: 19, created: 228, ready: 7, available: 1639 }, 300);
const SMALL = shape({ old: 17, terminating: 2, gap: 1, created: 2, ready: 1, available: 21 }, 7);

describe("layoutFlow", () => {
  it.each([
    ["44 nodes", SMALL, 18, 12, 1],
    ["3,000 nodes", STUCK, 7, 2, 1],
    ["60,000 nodes", shape({ old: 30000, created: 300, available: 29700 }, 6000), 7, 2, 50],
  ] as const)("gives %s the largest dots that fit 1104 px", (_, given, traySize, tankSize, perDot) => {
    const layout = layoutFlow(given, 1104);
    expect(layout.columns.find((column) => column.lane === "created")?.size).toBe(traySize);
    expect(layout.columns.find((column) => column.lane === "old")?.size).toBe(tankSize);
    expect(layout.nodesPerDot).toBe(perDot);
    expect(layout.right).toBeLessThanOrEqual(1106);
  });

  it.each([
    SMALL,
    STUCK,
    shape({ old: 40, oldUnavailable: 3, created: 9 }, 4),
    shape({ old: 10, created: 3, gap: 1, terminating: 2 }, 5, true),
  ])("keeps lanes apart and every dot inside its lane", (given) => {
    const layout = layoutFlow(given, 1104);
    layout.columns.forEach((column, index) => {
      const next = layout.columns[index + 1];
      if (next !== undefined) expect(column.x + column.width).toBeLessThanOrEqual(next.x);
      const dots = Math.ceil(given.counts[column.lane] / layout.nodesPerDot);
      if (dots === 0) return;
      const end = dotPlace(layout, column, dots - 1);
      expect(end.x + column.size).toBeLessThanOrEqual(column.x + column.width);
      expect(dotPlace(layout, column, column.rows - 1).y + (column.pairs ? 2 : 1) * column.size).toBeLessThanOrEqual(layout.tray.bottom);
    });
  });

  it("keeps the raster from the first to the last node of a rollout", () => {
    const sizes = Array.from(
      { length: 43 },
      (_, updated) => layoutFlow(shape({ old: 42 - updated, created: 2, available: updated }, 2), 1104).columns[0]?.size,
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it("keeps terminating and gap out of the tray when the new pod comes first", () => {
    const layout = layoutFlow(shape({ old: 10, created: 3, gap: 1, terminating: 2 }, 5, true), 900);
    expect(layout.columns.map((column) => [column.lane, column.inTray])).toEqual([
      ["old", false],
      ["created", true],
      ["ready", true],
      ["terminating", false],
      ["gap", false],
      ["available", false],
    ]);
  });

  it("breaks a bracket where it does not count a lane", () => {
    const layout = layoutFlow(SMALL, 1104);
    expect(bracketRuns(layout, () => true)).toHaveLength(1);
    expect(bracketRuns(layout, (lane) => lane !== "gap")).toHaveLength(2);
    expect(bracketRuns(layout, (lane) => ["old", "terminating", "available"].includes(lane))).toHaveLength(2);
  });
});
