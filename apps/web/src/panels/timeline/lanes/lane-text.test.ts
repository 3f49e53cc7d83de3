import fc from "fast-check";
import { expect, test } from "vitest";
import { type MarkLabel, placeLabels, widthOf } from "./lane-text.ts";

const WORDS = "fluentd-elasticsearch: rollout";
const WIDTH = widthOf(WORDS);
const label = (x: number, rank = 0): MarkLabel => ({ x, text: WORDS, rank });
const space = { from: 0, to: 900, handleX: 800 };

test("a label starts next to its mark, and is before it without space after it", () => {
  expect(placeLabels([label(60)], space)).toEqual([66]);
  expect(placeLabels([label(700)], space)).toEqual([700 - 6 - WIDTH]);
});

test("a label moves behind a handle at its mark, as in the first seconds of a cluster", () => {
  expect(placeLabels([label(54)], { ...space, handleX: 57 })).toEqual([66]);
});

test("the most important label gets the space, and a label without space is omitted", () => {
  expect(placeLabels([label(20, 1), label(40, 0)], space)).toEqual([undefined, 46]);
  expect(placeLabels([label(20)], { ...space, to: 100 })).toEqual([undefined]);
});

test("labels are complete, and never overlap each other or the handle, or leave their space", () => {
  const text = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom("节点 worker-01 加入了", "一個節點離開了。"));
  const labels = fc.array(fc.record({ x: fc.integer({ min: 0, max: 1400 }), text, rank: fc.nat(4) }), { maxLength: 12 });
  fc.assert(
    fc.property(labels, fc.nat(300), fc.integer({ min: -10, max: 2000 }), (all, from, handleX) => {
      const placed = placeLabels(all, { from, to: 1400, handleX }).flatMap((start, at) =>
        start === undefined ? [] : [{ start, end: start + widthOf(all[at]?.text ?? "") }],
      );
      placed.sort((a, b) => a.start - b.start);
      for (const [at, { start, end }] of placed.entries()) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeLessThanOrEqual(1400);
        expect(end <= handleX - 5 || handleX + 5 <= start).toBe(true);
        expect(end).toBeLessThan(placed[at + 1]?.start ?? Number.POSITIVE_INFINITY);
      }
    }),
    { seed: 20261126 },
  );
});
