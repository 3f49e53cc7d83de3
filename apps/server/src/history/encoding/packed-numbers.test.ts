import fc from "fast-check";
import { expect, it } from "vitest";
import { packDeltas, packNumbers, unpackDeltas, unpackNumbers } from "./packed-numbers.ts";

const SEED = Number(process.env.SEED ?? 20260126);

it(`numbers of any size decode from their text, and from the lists of older logs, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 32 - 1)), fc.array(fc.nat(Number.MAX_SAFE_INTEGER)), (words, times) => {
      expect(Array.from(unpackNumbers("Uint32Array", packNumbers("Uint32Array", words)))).toEqual(words);
      expect(Array.from(unpackNumbers("Float64Array", packNumbers("Float64Array", times)))).toEqual(times);
      expect(unpackNumbers("Float64Array", times)).toEqual(times);
    }),
    { seed: SEED },
  );
});

it(`numbers decode from their steps, and a thousand consecutive ones take 4/3 bytes each, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 40)), (ids) => {
      expect(unpackDeltas(packDeltas(ids))).toEqual(ids);
    }),
    { seed: SEED },
  );
  expect(packDeltas(Array.from({ length: 1000 }, (_, at) => at)).length).toBe(1336);
});
