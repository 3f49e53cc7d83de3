import fc from "fast-check";
import { expect, it } from "vitest";
import { HashIndex } from "./hash-index.ts";

it("finds each slot by its value like a map, even if hashes or buckets collide", () => {
  const values = fc.oneof(fc.nat(60), fc.nat(400), fc.integer({ min: 0, max: 2 ** 31 - 1 }));
  const hashes = fc.constantFrom<(value: number) => number>(
    () => 0,
    (value) => (value << 6) >>> 0,
    (value) => (value * 64 + (value % 3)) >>> 0,
    (value) => Math.imul(value, 0x9e3779b1) >>> 0,
  );
  fc.assert(
    fc.property(hashes, fc.array(fc.tuple(values, fc.boolean()), { maxLength: 600 }), (hash, steps) => {
      const valueBySlot: number[] = [];
      let asked = -1;
      const table = new HashIndex(
        (slot) => hash(valueBySlot[slot] ?? 0),
        (slot) => valueBySlot[slot] === asked,
      );
      const find = (value: number) => {
        asked = value;
        return table.find(hash(value));
      };
      const known = new Map<number, number>();
      for (const [value, isRemoval] of steps) {
        const slot = known.get(value);
        expect(find(value)).toBe(slot ?? -1);
        if (slot === undefined) {
          known.set(value, valueBySlot.push(value) - 1);
          table.add(hash(value), valueBySlot.length - 1);
        } else if (isRemoval) {
          table.remove(hash(value), slot);
          known.delete(value);
        }
      }
      for (const value of valueBySlot) expect(find(value)).toBe(known.get(value) ?? -1);
    }),
    { seed: 20261124, numRuns: 300 },
  );
});
