import fc from "fast-check";
import { expect, it } from "vitest";
import { VersionColumn } from "./version-column.ts";

it("keeps small and large versions like an array", () => {
  const version = fc.oneof(fc.nat({ max: 2 ** 32 - 1 }), fc.constantFrom(2 ** 32, 2 ** 53 - 1, 0));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 200 }), version)), (puts) => {
      const column = new VersionColumn();
      const list: number[] = [];
      for (const [slot, put] of puts) {
        column.put(slot, put);
        list[slot] = put;
        for (let each = 0; each < 210; each++) expect(column.at(each)).toBe(list[each] ?? 0);
      }
    }),
    { seed: 20261125, numRuns: 60 },
  );
});
