import fc from "fast-check";
import { expect, it } from "vitest";
import { timeTexts, timeTicks } from "./time-ticks.ts";

const START_MS = Date.parse("2026-11-27T12:00:00Z");

it("ticks are round, inside the range and at least a label apart, for any span and width", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 40 * 86_400_000 }),
      fc.integer({ min: 60, max: 3000 }),
      fc.integer({ min: 40, max: 160 }),
      (spanMs, width, roomPx) => {
        const ticks = timeTicks(START_MS, START_MS + spanMs, width, roomPx).map((tick) => tick.getTime());
        for (const [at, tick] of ticks.entries()) {
          expect(tick).toBeGreaterThanOrEqual(START_MS);
          expect(tick).toBeLessThanOrEqual(START_MS + spanMs);
          if (at > 0) expect(((tick - (ticks[at - 1] ?? 0)) / spanMs) * width).toBeGreaterThan(roomPx - 1e-6);
        }
      },
    ),
  );
});

it("ticks use seconds, minutes or hours, depending on the span", () => {
  const stepOf = (spanMs: number) => {
    const [first, second] = timeTicks(START_MS, START_MS + spanMs, 800, 128);
    return ((second?.getTime() ?? 0) - (first?.getTime() ?? 0)) / 1000;
  };
  expect([60_000, 600_000, 3_600_000].map(stepOf)).toEqual([15, 300, 900]);
});

it("texts name the day at the start if it is not today, and at each change of day", () => {
  const at = (text: string): number => new Date(text).getTime();
  const textsOf = (from: string, to: string, today: string) => {
    const ticks = timeTicks(at(from), at(to), 900, 128);
    return ticks.map(timeTexts(ticks, at(today)));
  };
  expect(textsOf("2026-11-20T21:30:00", "2026-11-21T03:30:00", "2026-11-21T09:00:00")).toEqual([
    "yesterday 22:00",
    "23:00",
    "00:00",
    "01:00",
    "02:00",
    "03:00",
  ]);
  expect(textsOf("2026-11-21T21:30:00", "2026-11-21T22:00:15", "2026-11-21T09:00:00")[0]).toBe("21:30");
  expect(textsOf("2026-11-18T23:30:00", "2026-11-19T01:30:00", "2026-11-21T09:00:00")).toContain("2026-11-19 00:00");
});
