import fc from "fast-check";
import { expect, it } from "vitest";
import { RowQueue } from "./row-queue.ts";

it("returns rows in order of arrival, each once, like a set", () => {
  const step = fc.option(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 5000 })), { nil: undefined });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const queue = new RowQueue();
      const set = new Set<number>();
      for (const row of steps) {
        if (row === undefined) {
          const [first] = set;
          if (first !== undefined) set.delete(first);
          expect(queue.take()).toBe(first);
        } else {
          queue.add(row);
          set.add(row);
        }
        expect(queue.size).toBe(set.size);
      }
      expect(Array.from({ length: queue.size }, () => queue.take())).toEqual([...set]);
    }),
    { seed: 20261124, numRuns: 300 },
  );
});
