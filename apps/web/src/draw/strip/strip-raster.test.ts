import { expect, it } from "vitest";
import { severityOf } from "../../data/cell/severity.ts";
import { layOutStrip } from "./strip-layout.ts";
import { stripRaster, worstRowInBox } from "./strip-raster.ts";

const BYTES = [0, 2, 3, 4, 5, 6, 70];
const byteOf = (row: number): number => BYTES[(row * 7919 + (row >> 3)) % BYTES.length] ?? 0;

it.each([
  { counts: [3], width: 70, ratio: 1 },
  { counts: [40, 7, 0, 90], width: 200, ratio: 1 },
  { counts: [400, 130], width: 70, ratio: 2 },
  { counts: [9000, 1, 7000], width: 70, ratio: 1 },
  { counts: [9000, 1, 7000], width: 300, ratio: 2 },
  { counts: [20_000, 33_333], width: 90, ratio: 3 },
])("shows in each pixel the worst of its nodes, as if drawn last: $counts in $width px at $ratio", ({ counts, width, ratio }) => {
  let next = 0;
  const pools = counts.map((count, at) => ({ pool: `p${at}`, rows: Array.from({ length: count }, () => next++) }));
  const layout = layOutStrip(pools, width, () => 0, 1 / ratio);
  const raster = stripRaster(layout, ratio);
  const bytes = Uint8Array.from({ length: next }, (_, row) => byteOf(row));
  const byteAt = (index: number) => byteOf(layout.order[index] ?? 0);
  const [across, down] = [Math.round(layout.width * ratio), Math.round(layout.height * ratio)];
  const image = () => new Int32Array(across * down).fill(-1);
  const boxAt = (index: number) => raster.boxOf[layout.order[index] ?? -1] ?? -1;
  const fill = (pixels: Int32Array, box: number, byte: number) => {
    for (let x = 0; x < (raster.widths[box] ?? 0); x++)
      for (let y = 0; y < (raster.heights[box] ?? 0); y++) {
        const at = ((raster.ys[box] ?? 0) + y) * across + (raster.xs[box] ?? 0) + x;
        if (at >= pixels.length) throw new Error(`box ${box} is outside`);
        pixels[at] = byte;
      }
  };
  const drawn = image();
  for (const index of [...layout.order.keys()].sort((a, b) => severityOf(byteAt(b)) - severityOf(byteAt(a))))
    fill(drawn, boxAt(index), byteAt(index));
  const seen = image();
  for (const box of raster.xs.keys()) fill(seen, box, byteOf(worstRowInBox(raster, box, bytes)));
  expect(seen).toEqual(drawn);
  // Each node is in a box of its index, from the first box to the last.
  expect([...layout.order.keys()].every((index) => boxAt(index) >= 0 && boxAt(index) >= boxAt(index - 1))).toBe(true);
  expect([...raster.rows]).toEqual([...layout.order]);
  expect(
    [...layout.order.entries()].every(([index, row]) => {
      const [start = 0, end = 0] = [raster.starts[boxAt(index)], raster.starts[boxAt(index) + 1]];
      return index >= start && index < end && raster.xs[boxAt(index)] === Math.round((layout.xs[row] ?? 0) * ratio);
    }),
  ).toBe(true);
});
