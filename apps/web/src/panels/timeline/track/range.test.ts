import { describe, expect, it } from "vitest";
import { moved, rangeOf, savedRange, spansOf, withMomentIn, zoomed } from "./range.ts";

const MINUTE = 60_000;
const kept = { fromMs: 0, toMs: 60 * MINUTE };

describe("the range of the timeline", () => {
  it("covers all kept history, and at least a minute", () => {
    expect(rangeOf({ kind: "all" }, kept)).toEqual(kept);
    expect(rangeOf({ kind: "all" }, { fromMs: 50_000, toMs: 60_000 })).toEqual({ fromMs: 50_000, toMs: 110_000 });
  });
  it("is the shortest choice that shows a young history, and at most half an hour of an old one", () => {
    const spanOf = (toMs: number) => {
      const { fromMs, toMs: end } = rangeOf({ kind: "recent" }, { fromMs: 0, toMs });
      return (end - fromMs) / MINUTE;
    };
    expect([10_000, 90_000, 4 * MINUTE, 300 * MINUTE].map(spanOf)).toEqual([1, 2, 5, 30]);
    expect(spansOf({ fromMs: 0, toMs: 4 * MINUTE })).toEqual([1, 2, 5].map((minutes) => minutes * MINUTE));
  });
  it("keeps the moment under the pointer in place during a zoom, and follows now at its end", () => {
    const zoom = zoomed(kept, 0.5, 30 * MINUTE, kept);
    expect(zoom).toEqual({ kind: "fixed", fromMs: 15 * MINUTE, toMs: 45 * MINUTE });
    expect(zoomed(kept, 0.5, 60 * MINUTE, kept)).toEqual({ kind: "last", spanMs: 30 * MINUTE });
    expect(zoomed(rangeOf(zoom, kept), 4, 30 * MINUTE, kept)).toEqual({ kind: "all" });
    expect(zoomed(kept, 0.000_01, 30 * MINUTE, kept)).toEqual({ kind: "fixed", fromMs: 29.5 * MINUTE, toMs: 30.5 * MINUTE });
  });
  it("does not move beyond the kept history", () => {
    const range = { fromMs: 10 * MINUTE, toMs: 20 * MINUTE };
    expect(moved(range, -30 * MINUTE, kept)).toEqual({ kind: "fixed", fromMs: 0, toMs: 10 * MINUTE });
    expect(moved(range, 90 * MINUTE, kept)).toEqual({ kind: "last", spanMs: 10 * MINUTE });
  });
  it("L3 is saved from the end of the last unrecorded period, because a file contains one log", () => {
    const gaps = [
      { fromMs: 10 * MINUTE, toMs: 20 * MINUTE },
      { fromMs: 30 * MINUTE, toMs: 35 * MINUTE },
    ];
    const saved = (fromMinute: number, toMinute: number) =>
      savedRange({ fromMs: fromMinute * MINUTE, toMs: toMinute * MINUTE }, kept, gaps);
    expect(saved(-5, 90)).toEqual({ fromMs: 35 * MINUTE, toMs: 60 * MINUTE, isAfterGap: true });
    expect(saved(5, 33)).toEqual({ fromMs: 20 * MINUTE, toMs: 33 * MINUTE, isAfterGap: true });
    expect(saved(36, 40)).toEqual({ fromMs: 36 * MINUTE, toMs: 40 * MINUTE, isAfterGap: false });
  });
  it("includes the displayed moment", () => {
    const range = { fromMs: 10 * MINUTE, toMs: 20 * MINUTE };
    expect(withMomentIn(range, 15 * MINUTE)).toBe(range);
    expect(withMomentIn(range, 5 * MINUTE)).toEqual({ fromMs: 5 * MINUTE, toMs: 15 * MINUTE });
    expect(withMomentIn(range, 25 * MINUTE)).toEqual({ fromMs: 15 * MINUTE, toMs: 25 * MINUTE });
  });
});
