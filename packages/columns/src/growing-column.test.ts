import fc from "fast-check";
import { expect, test } from "vitest";
import { GrowingColumn } from "./growing-column.ts";

const SEED = Number(process.env.SEED ?? 20261126);

test(`keeps values of every width at their index, seed ${SEED}`, () => {
  const value = fc.oneof(fc.nat(255), fc.nat(65_535), fc.nat(2 ** 32 - 1), fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 32 - 1));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40_000), value), { maxLength: 40 }), (writes) => {
      const column = new GrowingColumn();
      const plain = new Map<number, number>();
      for (const [index, number] of writes) {
        column.put(index, number);
        plain.set(index, number);
        for (const [known, expected] of plain) expect(column.at(known)).toBe(expected);
      }
      expect(column.at(50_000)).toBe(0);
    }),
    { seed: SEED, numRuns: 100 },
  );
});
