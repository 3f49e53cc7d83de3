import fc from "fast-check";
import { expect, it } from "vitest";
import { AdaptiveUintColumn } from "./adaptive-uint-column.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const row = fc.nat({ max: 300 });
const word = fc.oneof(fc.nat({ max: 0xff }), fc.nat({ max: 0xffff }), fc.nat({ max: 0xffffffff }));

it(`stores integers of any size like an array, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, word)), (writes) => {
      const column = new AdaptiveUintColumn();
      const list: number[] = [];
      for (const [at, value] of writes) {
        column.reach(at);
        column.put(at, value);
        list[at] = value;
        for (let each = 0; each < 310; each++) expect(column.at(each)).toBe(list[each] ?? 0);
      }
    }),
    { seed: SEED, numRuns: 60 },
  );
});
