import fc from "fast-check";
import { expect, it } from "vitest";
import { isEqualJson } from "./equal-json.ts";
import { stableJson } from "./stable-json.ts";

const SEED = Number(process.env.SEED ?? 20260105);

it(`agrees with equality of stable JSON text, seed ${SEED}`, () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isEqualJson(a, b)).toBe(stableJson(a) === stableJson(b));
      expect(isEqualJson(a, JSON.parse(JSON.stringify(a)))).toBe(true);
    }),
    { seed: SEED },
  );
});

it("an absent field equals an undefined one, on either side", () => {
  expect(isEqualJson({ a: undefined }, {})).toBe(true);
  expect(isEqualJson({}, { a: undefined })).toBe(true);
  expect(isEqualJson({ a: null }, {})).toBe(false);
});

it("a key on the prototype is not a field", () => {
  expect(isEqualJson({ constructor: undefined }, {})).toBe(true);
  expect(isEqualJson(JSON.parse('{"__proto__":1}'), {})).toBe(false);
  expect(isEqualJson([], {})).toBe(false);
});
