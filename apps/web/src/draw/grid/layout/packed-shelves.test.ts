import fc from "fast-check";
import { expect, it } from "vitest";
import { POD_SHAPES } from "../cell-shapes.ts";
import { layoutGrid } from "./grid-layout.ts";
import { packedGroupLines } from "./packed-shelves.ts";

const cell = { width: 4, height: 4, pitchX: 5, pitchY: 5 };
const ROOM = { width: 1000, groupGap: 18, around: 29, leastRows: 3 };

const aCount = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4000 }));

it("puts each group into one row, in order, and no row exceeds the width", () => {
  fc.assert(
    fc.property(fc.array(aCount, { minLength: 1, maxLength: 30 }), (counts) => {
      const heads = counts.map(() => 84);
      const groupLines = packedGroupLines(counts, heads, cell, ROOM);
      expect(groupLines.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))).toEqual([...counts.keys()]);
      for (const { from, to, rows } of groupLines) {
        const widths = counts.slice(from, to).map((count) => Math.max(84, Math.ceil(count / rows) * cell.pitchX));
        expect(widths.reduce((sum, width) => sum + width, 0) + (to - from - 1) * ROOM.groupGap).toBeLessThanOrEqual(ROOM.width);
        expect(rows).toBeGreaterThanOrEqual(ROOM.leastRows);
      }
    }),
    { seed: 20261122, numRuns: 100 },
  );
});

it("packed rows are never higher than one row per group", () => {
  fc.assert(
    fc.property(fc.array(aCount, { minLength: 1, maxLength: 12 }), (counts) => {
      const heads = counts.map(() => 84);
      const height = (groupLines: readonly { readonly rows: number }[]) =>
        groupLines.reduce((sum, { rows }) => sum + ROOM.around + rows * cell.pitchY, 0);
      const alone = counts.flatMap((count, at) => packedGroupLines([count], [heads[at] ?? 0], cell, ROOM));
      expect(height(packedGroupLines(counts, heads, cell, ROOM))).toBeLessThanOrEqual(height(alone));
    }),
    { seed: 20261122, numRuns: 100 },
  );
});

it.each([
  ["20,000 nodes at 1440 px", [5333, 5333, 5334, 3000, 1000], 1400, 380, 3, 0.6],
  ["20,000 nodes at 2560 px", [5333, 5333, 5334, 3000, 1000], 2520, 780, 7, 0.6],
  ["3,000 nodes at 1440 px", [800, 800, 800, 450, 150], 1400, 340, 8, 0.5],
  ["49 nodes at 2560 px", [27, 10, 9, 3], 2520, 780, 40, 0],
] as const)("the fitting view fills the available space: %s", (_name, counts, width, height, size, share) => {
  const layout = layoutGrid(counts, [], width, height, "fit");
  expect(layout.height).toBeLessThanOrEqual(height);
  expect(layout.cell.width).toBeGreaterThanOrEqual(size);
  const area = counts.reduce((sum, count) => sum + count, 0) * layout.cell.pitchX * layout.cell.pitchY;
  expect(area / (width * height)).toBeGreaterThanOrEqual(share);
});

it("sorts cell sizes from large to small, each with a smaller area", () => {
  const areas = POD_SHAPES.fit.map(({ pitchX, pitchY }) => pitchX * pitchY);
  expect(areas).toEqual([...areas].sort((a, b) => b - a));
  expect(new Set(areas).size).toBe(areas.length);
});
