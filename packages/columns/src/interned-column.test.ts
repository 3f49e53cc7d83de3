import fc from "fast-check";
import { expect, it } from "vitest";
import { InternedColumn } from "./interned-column.ts";

const SEED = Number(process.env.SEED ?? 20261126);

it(`returns the last value of each row for any number of distinct values, seed ${SEED}`, () => {
  const number = fc.oneof(fc.nat(3), fc.nat(2 ** 19), fc.nat(600));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), number), { maxLength: 1200, size: "max" }), (writes) => {
      const column = new InternedColumn();
      const plain: number[] = [];
      for (const [row, value] of writes) {
        column.reach(row);
        column.put(row, value);
        plain[row] = value;
      }
      for (let row = 0; row < column.length; row++) expect(column.at(row)).toBe(plain[row] ?? 0);
    }),
    { seed: SEED, numRuns: 40 },
  );
});
