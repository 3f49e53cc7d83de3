import { expect, it } from "vitest";
import { severityOf } from "../cell/severity.ts";
import { layOutStrip } from "./strip-layout.ts";
import { seenAt, stripRaster } from "./strip-raster.ts";

const BYTES = [0, 2, 3, 4, 5, 6, 70];
const byteOf = (row: number): number => BYTES[(row * 7919 + (row >> 3)) % BYTES.length] ?? 0;

it.each([
  { counts: [3], width: 70, ratio: 1 },
  { counts: [40, 7, 0, 90], width: 200, ratio: 1 },
  { counts: [400, 130], width: 70, ratio: 2 },
  { counts: [9000, 1, 7000], width: 70, ratio: 1 },
  { counts: [9000, 1, 7000], width: 300, ratio: 2 },
  { counts: [20_000, 33_333], width: 90, ratio: 3 },
])(
  "shows in each pixel the worst of the nodes that have it, as if the worst were drawn last: $counts in $width px at $ratio",
  ({ counts, width, ratio }) => {
    let next = 0;
    const pools = counts.map((count, at) => ({ pool: `p${at}`, rows: Array.from({ length: count }, () => next++) }));
    const layout = layOutStrip(pools, width, () => 0, 1 / ratio);
    const raster = stripRaster(layout, ratio);
    const bytes = Uint8Array.from({ length: next }, (_, row) => byteOf(row));
    const byteAt = (place: number) => byteOf(layout.order[place] ?? 0);
    const [across, down] = [Math.round(layout.width * ratio), Math.round(layout.height * ratio)];
    const image = () => new Int32Array(across * down).fill(-1);
    const fill = (pixels: Int32Array, place: number, byte: number) => {
      for (let x = 0; x < (raster.widths[place] ?? 0); x++)
        for (let y = 0; y < (raster.heights[place] ?? 0); y++) {
          const at = ((raster.ys[place] ?? 0) + y) * across + (raster.xs[place] ?? 0) + x;
          if (at >= pixels.length) throw new Error(`place ${place} is outside`);
          pixels[at] = byte;
        }
    };
    const drawn = image();
    for (const place of [...layout.order.keys()].sort((a, b) => severityOf(byteAt(b)) - severityOf(byteAt(a))))
      fill(drawn, place, byteAt(place));
    const seen = image();
    for (let place = 0; place < layout.order.length; ) {
      const worst = seenAt(raster, place, bytes);
      fill(seen, worst, byteAt(worst));
      place = raster.ends[place] ?? 0;
    }
    expect(seen).toEqual(drawn);
    expect([...layout.order.keys()].every((place) => raster.places[layout.order[place] ?? -1] === place)).toBe(true);
  },
);
