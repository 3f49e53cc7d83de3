import fc from "fast-check";
import { expect, test } from "vitest";
import { unionOfRows } from "./union-of-rows.ts";

const SEED = Number(process.env.SEED ?? 20261126);

test("F13 rows of several lists are merged in order, each once", () => {
  const list = fc.uniqueArray(fc.oneof(fc.nat(70), fc.nat(200_000)), { maxLength: 40 }).map((rows) => rows.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(list, { maxLength: 6 }), (lists) => {
      expect(unionOfRows(lists)).toEqual([...new Set(lists.flat())].sort((a, b) => a - b));
    }),
    { seed: SEED, numRuns: 300 },
  );
});
