import { type FrameEffect, mergeEffects, NO_EFFECT, WHOLE_EFFECT } from "@daemonscope/shared/state/frame-effect";
import fc from "fast-check";
import { expect, it } from "vitest";
import { EffectHistory } from "./effect-history.ts";

const cell = (column: number, row: number): FrameEffect => ({ ...NO_EFFECT, cells: new Map([[column, [[row]]]]) });

function logOf(...effects: readonly FrameEffect[]): EffectHistory {
  const log = new EffectHistory();
  for (const effect of effects) log.append(effect);
  return log;
}

it("F13 returns all changes between two versions as one effect", () => {
  const log = logOf(WHOLE_EFFECT, cell(0, 1), cell(1, 4), cell(0, 0));
  expect(log.version).toBe(4);
  expect([...log.between(1, 4).cells]).toEqual([
    [0, [[1], [0]]],
    [1, [[4]]],
  ]);
  expect([...log.between(2, 3).cells]).toEqual([[1, [[4]]]]);
  expect(log.between(4, 4)).toBe(NO_EFFECT);
});

it("returns the whole state without a base version, across a keyframe, and beyond the kept versions", () => {
  const log = logOf(WHOLE_EFFECT, cell(0, 1), WHOLE_EFFECT, cell(0, 2));
  expect([log.between(undefined, 4), log.between(1, 4), log.between(3, 4)].map(({ whole }) => whole)).toEqual([true, true, false]);
  for (let at = 0; at < 1000; at++) log.append(cell(0, at));
  expect(log.between(4, 1004).whole).toBe(true);
  expect(log.between(1000, 1004).whole).toBe(false);
});

it("F13 the merged effect of many versions equals adding them one by one", () => {
  const slots = fc.uniqueArray(fc.nat(12), { maxLength: 5 }).map((list) => list.toSorted((a, b) => a - b));
  const effect = fc.record({
    whole: fc.constant(false),
    rows: fc.record({ freed: slots, put: slots }),
    columns: fc.record({ freed: fc.subarray([0, 1, 2]), put: fc.subarray([0, 1, 2]) }),
    cells: fc
      .uniqueArray(
        fc.tuple(
          fc.nat(2),
          slots.filter(({ length }) => length > 0).map((rows) => [rows]),
        ),
        { selector: ([column]) => column },
      )
      .map((all) => new Map(all)),
    sources: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(effect, { minLength: 1, maxLength: 12 }), (effects) => {
      const log = logOf(...effects);
      const merged = log.between(0, log.version);
      const added = effects.reduce<FrameEffect>(mergeEffects, NO_EFFECT);
      const sorted = ({ cells, ...rest }: FrameEffect) => ({ ...rest, cells: [...cells].sort(([a], [b]) => a - b) });
      expect(sorted(merged)).toEqual(sorted(added));
    }),
    { seed: 20261125 },
  );
});
