import fc from "fast-check";
import { expect, it } from "vitest";
import { float64Column, uint8Column, uint16Column, uint32Column } from "./chunked-column.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const index = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 70_000 }), fc.constantFrom(16_383, 16_384, 32_767, 32_768));

it(`stores numbers like a map, in any order of access, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(uint8Column, uint16Column, uint32Column, float64Column),
      fc.array(fc.tuple(index, fc.nat({ max: 255 })), { maxLength: 60 }),
      (make, writes) => {
        const column = make();
        const list = new Map<number, number>();
        for (const [at, value] of writes) {
          column.put(at, value);
          list.set(at, value);
          for (const near of [...list.keys()].flatMap((each) => [each, each + 1])) expect(column.at(near)).toBe(list.get(near) ?? 0);
        }
        const highest = Math.max(-1, ...[...list].filter(([, value]) => value !== 0).map(([at]) => at));
        expect(column.length).toBeGreaterThan(highest);
        column.clear();
        for (const at of list.keys()) expect(column.at(at)).toBe(0);
      },
    ),
    { seed: SEED, numRuns: 200 },
  );
});

it("allocates a small chunk for a short column, and skips unused chunks of a long one", () => {
  const column = uint32Column();
  column.put(3, 1);
  expect(column.length).toBe(64);
  column.put(40_000, 1);
  expect(column.length).toBe(3 * 16_384);
});
