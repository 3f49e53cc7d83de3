import fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkedMap } from "./chunked-map.ts";

const SEED = Number(process.env.SEED ?? 20261126);

it(`behaves like a map, for any texts, seed ${SEED}`, () => {
  const key = fc.oneof(fc.string({ maxLength: 4 }), fc.uuid());
  fc.assert(
    fc.property(fc.array(fc.record({ key, value: fc.option(fc.nat(), { nil: undefined }) }), { maxLength: 200 }), (steps) => {
      const chunked = new ChunkedMap<number>();
      const map = new Map<string, number>();
      for (const { key: each, value } of steps) {
        if (value === undefined) expect(chunked.delete(each)).toBe(map.delete(each));
        else {
          chunked.set(each, value);
          map.set(each, value);
        }
        expect([chunked.get(each), chunked.has(each)]).toEqual([map.get(each), map.has(each)]);
      }
      expect(new Map([...chunked])).toEqual(map);
    }),
    { seed: SEED },
  );
});
