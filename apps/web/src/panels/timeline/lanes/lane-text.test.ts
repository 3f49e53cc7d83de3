import fc from "fast-check";
import { expect, test } from "vitest";
import { fittingLabel } from "./lane-text.ts";

const WORDS = "fluentd-elasticsearch: rollout";

test("a label starts next to its mark if the handle is elsewhere", () => {
  expect(fittingLabel(WORDS, { from: 60, to: 900 }, 20)).toEqual({ x: 60, text: WORDS });
  expect(fittingLabel(WORDS, { from: 60, to: 900 }, 400)).toEqual({ x: 60, text: WORDS });
});

test("a label moves behind a handle next to its mark, as in the first seconds of a cluster", () => {
  expect(fittingLabel(WORDS, { from: 60, to: 900 }, 57)).toEqual({ x: 66, text: WORDS });
  expect(fittingLabel(WORDS, { from: 60, to: 900 }, 100)).toEqual({ x: 109, text: WORDS });
});

test("truncates a label before the handle if less space is behind it", () => {
  expect(fittingLabel(WORDS, { from: 60, to: 260 }, 200)).toEqual({ x: 60, text: "fluentd-elasticsearc…" });
});

test("omits a label without space on either side of the handle", () => {
  expect(fittingLabel(WORDS, { from: 60, to: 180 }, 120).text).toBe("");
});

test("labels never overlap the handle or leave their space", () => {
  const place = fc.record({ from: fc.integer({ min: 0, max: 1400 }), room: fc.integer({ min: 0, max: 600 }) });
  const text = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom("节点 worker-01 加入了", "一個節點離開了。"));
  fc.assert(
    fc.property(text, place, fc.integer({ min: -10, max: 2000 }), (words, { from, room }, handleX) => {
      const { x, text: shown } = fittingLabel(words, { from, to: from + room }, handleX);
      const end = x + [...shown].reduce((sum, letter) => sum + (letter >= "\u2e80" ? 11.5 : 6.2), 0);
      expect(x).toBeGreaterThanOrEqual(from);
      if (shown === "") return;
      expect(end).toBeLessThanOrEqual(from + room + 11.5);
      expect(handleX + 5 <= x || handleX - 5 >= end - 11.5).toBe(true);
    }),
    { seed: 20261126 },
  );
});
