import { scaleLinear } from "d3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BarChange, type BarShape, MARK_MS, MOVE_MS, MovingBar } from "./moving-bar.ts";

const WIDTH = 600;

/** Adjacent segments, to scale. */
function shapeOf(counts: readonly number[], all = counts.reduce((sum, count) => sum + count, 0), width = WIDTH): BarShape {
  const x = scaleLinear([0, Math.max(1, all)], [0, width]);
  let before = 0;
  const edges = counts.flatMap((count) => {
    const from = before;
    before += count;
    return [x(from), x(before)];
  });
  return { edges, counts, width, pxPerCount: x(1) };
}

const edgesOf = (bar: MovingBar, nowMs: number) => [...Array.from(bar.edgesAt(nowMs))];
const endOf = (bar: MovingBar, nowMs: number) => bar.edgesAt(nowMs)[1] ?? Number.NaN;

describe("a bar whose count changes", () => {
  it("moves from the old length to the new one in 240 ms, easing out, without overshoot", () => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([20], 40), "glide", 1000);
    const widths = [0, 30, 60, 120, 180, 239, 240, 500].map((ms) => endOf(bar, 1000 + ms));
    expect(widths[0]).toBe(150);
    expect(widths.slice(-2)).toEqual([300, 300]);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths.slice(0, 7)).size).toBe(7);
    expect((widths[3] ?? 0) - 150).toBeGreaterThan(300 - (widths[3] ?? 0));
    expect([bar.isMovingAt(1239), bar.isMovingAt(1240)]).toEqual([true, false]);
  });
  it("continues from the drawn length if the count changes again during the movement", () => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([20], 40), "glide", 0);
    const drawn = endOf(bar, 100);
    bar.show(shapeOf([5], 40), "glide", 100);
    expect(endOf(bar, 100)).toBe(drawn);
    expect(endOf(bar, 100 + MOVE_MS)).toBe(75);
  });
  it("keeps moving if the same shape is set again", () => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([20], 40), "glide", 0);
    expect(bar.show(shapeOf([20], 40), "glide", 100)).toBe(false);
    expect(bar.isMovingAt(200)).toBe(true);
  });
  it.each<readonly [BarChange, string]>([
    ["swap", "with reduced motion"],
    ["jump", "after a jump in time"],
  ])("takes the new length at once: %s, %s", (change) => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([20], 40), change, 0);
    expect([endOf(bar, 0), bar.isMovingAt(0), bar.markedAt(0, 0)]).toEqual([300, false, change === "swap" ? 10 : 0]);
  });
  it("ends the movement and its marks at a jump in time, also with an unchanged target", () => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([20], 40), "glide", 0);
    bar.show(shapeOf([20], 40), "jump", 50);
    expect([endOf(bar, 50), bar.isMovingAt(50), bar.markedAt(0, 50)]).toEqual([300, false, 0]);
  });
  it("does not move when the width of the page changes", () => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([10], 40, 300), "glide", 0);
    expect([endOf(bar, 0), bar.markedAt(0, 0)]).toEqual([75, 0]);
  });
  it("moves without a mark if only the axis changes because a node joined", () => {
    const bar = new MovingBar(shapeOf([10], 40));
    bar.show(shapeOf([10], 50), "glide", 0);
    expect([endOf(bar, 0), endOf(bar, MOVE_MS), bar.markedAt(0, 0)]).toEqual([150, 120, 0]);
  });
});

describe("marks", () => {
  it("show the change of a segment's count for one second", () => {
    const bar = new MovingBar(shapeOf([10, 2, 28]));
    bar.show(shapeOf([9, 3, 28]), "glide", 0);
    const marked = (nowMs: number) => [0, 1, 2].map((segment) => bar.markedAt(segment, nowMs));
    expect([marked(0), marked(MARK_MS - 1), marked(MARK_MS)]).toEqual([
      [-1, 1, 0],
      [-1, 1, 0],
      [0, 0, 0],
    ]);
    expect([bar.nextMarkEndMs(0), bar.nextMarkEndMs(MARK_MS)]).toEqual([MARK_MS, undefined]);
  });
  it("remain on a segment while another one changes", () => {
    const bar = new MovingBar(shapeOf([10, 2, 28]));
    bar.show(shapeOf([9, 3, 28]), "glide", 0);
    bar.show(shapeOf([9, 2, 29]), "glide", 600);
    expect([0, 1, 2].map((segment) => bar.markedAt(segment, 1100))).toEqual([0, -1, 1]);
    expect(bar.nextMarkEndMs(600)).toBe(1000);
  });
});

describe("properties", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 4, maxLength: 4 });
  const steps = fc.array(fc.record({ counts, afterMs: fc.integer({ min: 0, max: 400 }) }), { minLength: 1, maxLength: 12 });
  it("no edge jumps: after each change the edges are those drawn just before", () => {
    fc.assert(
      fc.property(counts, steps, (first, changes) => {
        const bar = new MovingBar(shapeOf(first, 160));
        let nowMs = 0;
        for (const { counts: next, afterMs } of changes) {
          nowMs += afterMs;
          const drawn = edgesOf(bar, nowMs);
          bar.show(shapeOf(next, 160), "glide", nowMs);
          expect(edgesOf(bar, nowMs)).toEqual(drawn);
        }
        expect(edgesOf(bar, nowMs + MOVE_MS)).toEqual(shapeOf(changes.at(-1)?.counts ?? first, 160).edges);
      }),
    );
  });
  it("segments never overlap and never leave a gap", () => {
    fc.assert(
      fc.property(counts, steps, fc.integer({ min: 0, max: MOVE_MS }), (first, changes, atMs) => {
        const bar = new MovingBar(shapeOf(first, 160));
        let nowMs = 0;
        for (const { counts: next, afterMs } of changes) {
          nowMs += afterMs;
          bar.show(shapeOf(next, 160), "glide", nowMs);
          const edges = edgesOf(bar, nowMs + Math.min(atMs, afterMs));
          for (const [at, edge] of edges.entries()) if (at > 0) expect(edge).toBeGreaterThanOrEqual((edges[at - 1] ?? 0) - 1e-9);
          for (let at = 1; at + 1 < edges.length; at += 2) expect(edges[at + 1]).toBeCloseTo(edges[at] ?? Number.NaN, 9);
        }
      }),
    );
  });
});
