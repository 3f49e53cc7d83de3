import fc from "fast-check";
import { expect, it } from "vitest";
import { TextIds } from "./text-ids.ts";

const SEED = Number(process.env.SEED ?? 20261125);

it(`gives each text in use a unique id, like a map, seed ${SEED}`, () => {
  const text = fc.oneof(
    fc.nat({ max: 30 }).map((n) => `node-${n}`),
    fc.constantFrom("", "é", "__proto__"),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.constantFrom(0, 0, 1, 2)), { maxLength: 300 }), (steps) => {
      const ids = new TextIds();
      const plain = new Map<string, { readonly id: number; uses: number }>();
      for (const [each, times] of steps) {
        const known = plain.get(each);
        expect(ids.find(each)).toBe(known?.id ?? -1);
        if (times > 0) {
          const id = ids.use(each, times);
          if (known === undefined) plain.set(each, { id, uses: times });
          else known.uses += times;
        } else if (known !== undefined) {
          ids.release(known.id);
          known.uses--;
          if (known.uses === 0) plain.delete(each);
        }
        for (const [held, { id }] of plain) expect([ids.find(held), ids.at(id)]).toEqual([id, held]);
        expect(new Set(Array.from(plain.values(), ({ id }) => id)).size).toBe(plain.size);
      }
    }),
    { seed: SEED, numRuns: 200 },
  );
});
