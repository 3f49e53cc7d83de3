import fc from "fast-check";
import { expect, it } from "vitest";
import { ReportedPods } from "./reported-pods.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const uid = fc.integer({ min: 0, max: 30 }).map((at) => (at === 0 ? "odd" : `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`));
const watch = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant("put" as const), uid, watch }), weight: 6 },
  { arbitrary: fc.record({ do: fc.constant("drop" as const), uid, watch }), weight: 3 },
  { arbitrary: fc.record({ do: fc.constant("dropAll" as const), watches: fc.array(watch, { maxLength: 2 }) }), weight: 1 },
);

it(`a pod belongs to the watch that reported it last, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: "max" }), (steps) => {
      const reportedPods = new ReportedPods();
      const plain = new Map<string, number>();
      for (const each of steps) {
        if (each.do === "put") {
          reportedPods.put(each.uid, each.watch);
          plain.set(each.uid, each.watch);
        } else if (each.do === "drop") {
          const isHeld = plain.get(each.uid) === each.watch;
          expect(reportedPods.drop(each.uid, each.watch)).toBe(isHeld);
          if (isHeld) plain.delete(each.uid);
        } else {
          const dropped = [...plain].filter(([, watch]) => each.watches.includes(watch)).map(([uid]) => uid);
          for (const uid of dropped) plain.delete(uid);
          expect([...reportedPods.dropAllOf(new Set(each.watches))].sort()).toEqual(dropped.sort());
        }
        expect(reportedPods.size).toBe(plain.size);
        for (const watch of [1, 2, 3, 4])
          expect(reportedPods.countOf(watch)).toBe([...plain.values()].filter((other) => other === watch).length);
      }
    }),
    { seed: SEED },
  );
});
