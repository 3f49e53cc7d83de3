import fc from "fast-check";
import { expect, it } from "vitest";
import { numbersOf, numbersOfSteps, numberText, stepsText } from "./number-text.ts";

const SEED = Number(process.env.SEED ?? 20260126);

it(`numbers come back from their text, of whatever size, and from the list that older logs have, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 32 - 1)), fc.array(fc.nat(Number.MAX_SAFE_INTEGER)), (words, times) => {
      expect(Array.from(numbersOf("Uint32Array", numberText("Uint32Array", words)))).toEqual(words);
      expect(Array.from(numbersOf("Float64Array", numberText("Float64Array", times)))).toEqual(times);
      expect(numbersOf("Float64Array", times)).toEqual(times);
    }),
    { seed: SEED },
  );
});

it(`numbers come back from their steps, and a row of a thousand takes a byte and a third each, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 40)), (ids) => {
      expect(numbersOfSteps(stepsText(ids))).toEqual(ids);
    }),
    { seed: SEED },
  );
  expect(stepsText(Array.from({ length: 1000 }, (_, at) => at)).length).toBe(1336);
});
