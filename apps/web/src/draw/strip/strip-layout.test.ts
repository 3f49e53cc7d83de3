import { describe, expect, it } from "vitest";
import { layOutStrip, MIN_FULL_CELL } from "./strip-layout.ts";

/** Pools with these node counts and consecutive rows. */
const pools = (...counts: readonly number[]) => {
  let next = 0;
  return counts.map((count, pool) => ({ pool: `pool-${pool}`, rows: Array.from({ length: count }, () => next++) }));
};

describe("layOutStrip", () => {
  it.each([380, 900])("uses the available %i px for 5,000 nodes", (width) => {
    const layout = layOutStrip(pools(800, 800, 1400, 500, 1500), width);
    expect(layout.width).toBeLessThanOrEqual(width);
    if (layout.cellHeight >= MIN_FULL_CELL) return expect(layout.width).toBeGreaterThan(width * 0.7);
    // A column is a whole number of pixels: one more would be too wide.
    const columns = layout.xs.reduce((all, x) => all.add(x), new Set<number>()).size;
    expect(layout.width + columns).toBeGreaterThan(width);
  });

  it.each([
    [48, 380],
    [300, 380],
    [5000, 120],
    [100_000, 380],
  ])("gives each of %i nodes a distinct position within %i px", (nodes, width) => {
    const layout = layOutStrip(pools(Math.floor(nodes / 3), Math.ceil((nodes * 2) / 3)), width);
    const seen = new Set<string>();
    for (const [row, x] of layout.xs.entries()) seen.add(`${x.toFixed(6)} ${layout.ys[row]?.toFixed(6)}`);
    // A cell without a place is at NaN, which is not inside.
    const isInside = (x: number, row: number) =>
      x + layout.cellWidth <= width + 0.001 && (layout.ys[row] ?? Number.NaN) + layout.cellHeight <= layout.height + 0.001;
    expect([...layout.xs].filter((x, row) => !isInside(x, row))).toEqual([]);
    expect(seen.size).toBe(Math.floor(nodes / 3) + Math.ceil((nodes * 2) / 3));
  });

  it("is as high as its largest pool, so that pools of one node are one line", () => {
    const layout = layOutStrip(pools(...Array.from({ length: 60 }, () => 1)), 492);
    expect([layout.rows, layout.height]).toEqual([1, layout.cellHeight]);
    expect(layOutStrip(pools(2, 1), 492)).toMatchObject({ rows: 2, height: 26 });
  });

  it("has no position for a row without a node", () => {
    const layout = layOutStrip([{ pool: "p", rows: [4, 1] }], 120);
    expect([...layout.xs].map(Number.isNaN)).toEqual([true, false, true, true, false]);
  });

  it("widens a pool to its name if space allows, so that no name is cut", () => {
    const names = layOutStrip(pools(3, 30, 9), 380, () => 60);
    expect(names.pools.map(({ width }) => width)).toEqual([60, 195, 65]);
    expect(names.pools.map(({ x }) => x)).toEqual([0, 76, 287]);
    const tight = layOutStrip(pools(3, 30, 9), 120, () => 60);
    expect(tight.pools.map(({ width }) => width)).toEqual([8, 80, 24]);
  });

  it.each([
    [48, 380, 1],
    [5000, 380, 1],
    [5000, 380, 0.5],
    [20_000, 380, 1],
    [20_000, 380, 0.5],
    [100_000, 380, 1],
    [100_000, 900, 0.5],
  ])("has equal columns in whole pixels, so that only nodes form a pattern: %i nodes in %i px, a pixel of %f", (nodes, width, unit) => {
    const layout = layOutStrip(pools(Math.floor(nodes / 3), Math.ceil((nodes * 2) / 3)), width, () => 0, unit);
    expect(layout.cellWidth / unit).toBe(Math.round(layout.cellWidth / unit));
    expect([...layout.xs].filter((x) => !Number.isInteger(x / unit))).toEqual([]);
    const inAPixel = unit / layout.cellHeight;
    if (inAPixel > 1) expect(inAPixel).toBeCloseTo(Math.round(inAPixel));
    else expect(layout.cellHeight / unit).toBe(Math.round(layout.cellHeight / unit));
  });

  it("has two rows of cells with glyphs, and more rows if they do not fit", () => {
    const rasterOf = (count: number, room: number) => {
      const { rows, cellWidth, cellHeight } = layOutStrip(pools(9, count, 9), room);
      return [rows, cellWidth, cellHeight];
    };
    expect([500, 300, 200].map((room) => rasterOf(30, room))).toEqual([
      [2, 13, 13],
      [2, 11, 11],
      [3, 9, 9],
    ]);
    expect(layOutStrip(pools(800), 380).cellWidth % 1).toBe(0);
    expect(layOutStrip(pools(5000), 380).cellHeight).toBeLessThan(MIN_FULL_CELL);
    expect(layOutStrip(pools(9), 380, undefined, 1, { height: 34, largestCell: 17 })).toMatchObject({ rows: 2, height: 34 });
  });

  it("has narrow gaps between many pools", () => {
    const layout = layOutStrip(pools(...Array.from({ length: 60 }, () => 50)), 452);
    expect(layout.width).toBeLessThanOrEqual(452);
    expect(layout.pools).toHaveLength(60);
  });

  it("gives a pool of one node the width of its name, or of its first letters if names do not fit", () => {
    const widthsIn = (width: number) => layOutStrip(pools(40, 1, 1), width, () => 48).pools.map((pool) => pool.width);
    expect(widthsIn(400).slice(1)).toEqual([48, 48]);
    expect(widthsIn(360).slice(1)).toEqual([34, 34]);
  });
});
