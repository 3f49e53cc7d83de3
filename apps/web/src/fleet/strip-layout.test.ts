import { describe, expect, it } from "vitest";
import { layOutStrip, WHOLE_FROM } from "./strip-layout.ts";

const pools = (...counts: readonly number[]) =>
  counts.map((count, pool) => ({ pool: `pool-${pool}`, nodes: Array.from({ length: count }, (_, at) => `n-${pool}-${at}`) }));

describe("layOutStrip", () => {
  it.each([380, 900, 2800])("uses the %i px that it may have for 5,000 nodes", (width) => {
    const layout = layOutStrip(pools(800, 800, 1400, 500, 1500), width);
    expect(layout.width).toBeLessThanOrEqual(width);
    expect(layout.width).toBeGreaterThan(width * 0.7);
    if (width < 900) expect(layout.width).toBeGreaterThan(width - 10);
  });

  it.each([
    [48, 380],
    [300, 380],
    [5000, 120],
    [100_000, 380],
  ])("gives each of %i nodes a place of its own inside %i px", (nodes, width) => {
    const layout = layOutStrip(pools(Math.floor(nodes / 3), Math.ceil((nodes * 2) / 3)), width);
    const seen = new Set<string>();
    for (const { x, y } of layout.places.values()) {
      seen.add(`${x.toFixed(6)} ${y.toFixed(6)}`);
      expect(x + layout.cellWidth).toBeLessThanOrEqual(width + 0.001);
      expect(y + layout.cellHeight).toBeLessThanOrEqual(layout.height + 0.001);
    }
    expect(seen.size).toBe(layout.places.size);
  });

  it("makes a pool as wide as its name while there is room, so that no name is cut beside it", () => {
    const names = layOutStrip(pools(3, 30, 9), 380, () => 60);
    expect(names.pools.map(({ width }) => width)).toEqual([60, 72, 60]);
    expect(names.pools.map(({ x }) => x)).toEqual([0, 64, 140]);
    const tight = layOutStrip(pools(3, 30, 9), 120, () => 60);
    expect(tight.pools.map(({ width }) => width)).toEqual([9, 72, 27]);
  });

  it("keeps whole pixels where cells are drawn with glyphs", () => {
    const layout = layOutStrip(pools(9, 30, 9), 380);
    expect([layout.cellWidth, layout.cellHeight]).toEqual([9, 9]);
    expect(layOutStrip(pools(800), 380).cellWidth % 1).toBe(0);
    expect(layOutStrip(pools(5000), 380).cellWidth).toBeLessThan(WHOLE_FROM);
  });
});
