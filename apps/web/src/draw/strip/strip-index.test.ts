import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FocusStep, FocusStops } from "../grid/layout/move-focus.ts";
import { moveInStrip, poolAt, stripIndexAt, stripIndexOfRow } from "./strip-index.ts";
import { layOutStrip } from "./strip-layout.ts";

const SEED = 20260214;
const pools = (...counts: readonly number[]) => {
  let next = 0;
  return counts.map((count, pool) => ({ pool: `pool-${pool}`, rows: Array.from({ length: count }, () => next++).reverse() }));
};
const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const stopsOf = (layout: ReturnType<typeof layOutStrip>, failing: readonly number[] = []): FocusStops => ({
  count: layout.order.length,
  groupAt: (at) => layout.pools.findIndex(({ start, count }) => at >= start && at < start + count),
  byteAt: (at) => cellByte({ ...flags, state: failing.includes(at) ? "failing" : "available" }),
  nameAt: (at) => `node-${layout.order[at]}`,
});
const someCounts = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 });

describe("positions in a strip", () => {
  it("are found by the middle of each cell, for any pools and width", () => {
    fc.assert(
      fc.property(someCounts, fc.integer({ min: 60, max: 1400 }), (counts, width) => {
        const layout = layOutStrip(pools(...counts), width);
        for (const [place, row] of layout.order.entries()) {
          const x = (layout.xs[row] ?? 0) + layout.cellWidth / 2;
          const y = (layout.ys[row] ?? 0) + layout.cellHeight / 2;
          if (stripIndexAt(layout, x, y) !== place) return false;
        }
        return true;
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("are found by row after other rows moved them", () => {
    const indexIn = (rows: readonly number[], row: number | undefined) => stripIndexOfRow(layOutStrip([{ pool: "a", rows }], 380), row);
    expect([indexIn([4, 2], 2), indexIn([4, 7, 2], 2), indexIn([4, 7], 2), indexIn([4], undefined)]).toEqual([1, 2, undefined, undefined]);
  });

  it("do not exist between pools, below the last cell of a column, or outside the strip", () => {
    const layout = layOutStrip(pools(3, 4), 100);
    expect([layout.rows, layout.cellWidth, layout.pools[1]?.x]).toEqual([2, 13, 42]);
    expect([stripIndexAt(layout, 14, 20), stripIndexAt(layout, 34, 4), stripIndexAt(layout, -1, 4), stripIndexAt(layout, 4, 27)]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it("remain inside the strip after every step, and back undoes a step inside a column", () => {
    const steps: readonly FocusStep[] = ["left", "right", "up", "down", "home", "end", "first", "last", "nextGroup", "previousGroup"];
    fc.assert(
      fc.property(someCounts, fc.array(fc.constantFrom(...steps), { maxLength: 30 }), fc.nat(), (counts, walked, at) => {
        const layout = layOutStrip(pools(...counts), 600);
        const stops = stopsOf(layout);
        let place = at % stops.count;
        for (const step of walked) {
          place = moveInStrip(layout, stops, place, step);
          if (poolAt(layout, place) === undefined) return false;
        }
        const down = moveInStrip(layout, stops, place, "down");
        return down === place || moveInStrip(layout, stops, down, "up") === place;
      }),
      { seed: SEED },
    );
  });

  it("advance by columns, into the next pool, and from problem to problem", () => {
    const layout = layOutStrip(pools(6, 2), 100);
    const stops = stopsOf(layout, [5, 7]);
    const from = (place: number, step: FocusStep) => moveInStrip(layout, stops, place, step);
    expect([from(1, "right"), from(5, "right"), from(3, "right"), from(7, "left"), from(6, "left")]).toEqual([3, 7, 5, 5, 4]);
    expect([from(0, "nextProblem"), from(5, "nextProblem"), from(0, "previousProblem")]).toEqual([5, 7, 7]);
  });
});
