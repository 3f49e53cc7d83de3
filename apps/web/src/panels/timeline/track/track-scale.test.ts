import type { CountSample } from "@daemonscope/shared/http/history";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countAreas } from "./count-areas.ts";
import { trackScale } from "./track-scale.ts";

const SEED = Number(process.env.SEED ?? 20261127);
const range = { fromMs: 0, toMs: 60_000 };

describe(`the scale of the timeline, seed ${SEED}`, () => {
  it("spans the whole track while the data is live", () => {
    const scale = trackScale(range, 900, { endMs: 45_000, confirmedMs: undefined });
    expect([scale.width, scale.endX, scale.unknownX]).toEqual([900, 675, undefined]);
  });
  it("F6 reserves space for the unknown time after the last confirmed state, for any range", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 100, max: 3000 }), (endMs, trackWidth) => {
        const scale = trackScale(range, trackWidth, { endMs, confirmedMs: endMs });
        expect(scale.unknownX).toBeCloseTo(scale.endX, 6);
        expect(trackWidth - (scale.unknownX ?? trackWidth)).toBeGreaterThanOrEqual(Math.min(160, Math.floor(trackWidth * 0.3)) - 1e-6);
        expect(scale.msOf(trackWidth)).toBeCloseTo(60_000, 6);
      }),
      { seed: SEED },
    );
  });
  it("F6 marks unknown time on the axis while the timeline advances, and never before a zoomed range", () => {
    const scale = trackScale(range, 900, { endMs: 60_000, confirmedMs: 30_000 });
    expect([scale.width, scale.endX, scale.unknownX]).toEqual([900, 900, 450]);
    expect(trackScale(range, 900, { endMs: 90_000, confirmedMs: 90_000 }).unknownX).toBeUndefined();
  });
  it("F6 draws no count in unknown time, for any samples", () => {
    const sample = fc.tuple(fc.nat(90_000), ...Array.from({ length: 5 }, () => fc.nat(50)));
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 60_000 }), (samples, confirmedMs) => {
        const { xOf, unknownX = 0 } = trackScale(range, 900, { endMs: confirmedMs, confirmedMs });
        const inOrder = (samples as unknown as CountSample[]).sort(([a], [b]) => a - b);
        const areas = countAreas(inOrder, { xOf: (atMs) => Math.max(0, xOf(atMs)), top: 0, bottom: 28, endX: unknownX });
        for (const path of Object.values(areas))
          for (const [, x] of path.matchAll(/[MLH](-?[\d.]+)/g)) expect(Number(x)).toBeLessThanOrEqual(unknownX + 0.06);
      }),
      { seed: SEED },
    );
  });
});
