import fc from "fast-check";
import { expect, it } from "vitest";
import { TimeColumn } from "./time-column.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const row = fc.nat({ max: 300 });
const seconds = fc.nat({ max: 0xffffffff }).map((s) => s * 1000);
const time = fc.oneof({ weight: 9, arbitrary: seconds }, fc.nat({ max: 2 ** 50 }));

it(`stores times like an array, with and without milliseconds, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, time)), (writes) => {
      const column = new TimeColumn();
      const list: number[] = [];
      for (const [at, ms] of writes) {
        column.reach(at);
        column.put(at, ms);
        list[at] = ms;
        for (let each = 0; each < 310; each++) expect(column.at(each)).toBe(list[each] ?? 0);
      }
      expect(column.latest()).toBe(Math.max(0, ...list.filter((ms) => ms !== undefined)));
      expect([...column.saved]).toEqual(Array.from({ length: column.length }, (_, at) => list[at] ?? 0));
    }),
    { seed: SEED, numRuns: 60 },
  );
});
