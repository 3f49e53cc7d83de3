import fc from "fast-check";
import { expect, it } from "vitest";
import { unpackValues, ValuePacker } from "./value-packer.ts";

const SEED = Number(process.env.SEED ?? 20260119);

it(`what is unpacked is what was packed, by way of JSON text, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (values) => {
      const packer = new ValuePacker();
      for (const value of values) packer.add(value);
      expect(JSON.stringify(unpackValues(JSON.parse(JSON.stringify(packer.take()))))).toBe(JSON.stringify(values));
    }),
    { seed: SEED },
  );
});

it("an undefined field is left out, and a label called __proto__ is one like any other", () => {
  const packer = new ValuePacker();
  packer.add({ a: undefined, b: 1, c: JSON.parse('{"__proto__":"x"}') });
  expect(JSON.stringify(unpackValues(packer.take()))).toBe('[{"b":1,"c":{"__proto__":"x"}}]');
});

it("numbers that end too early are refused", () => {
  expect(() => unpackValues({ strings: [], shapes: [["a", "b"]], numbers: [2, 9] })).toThrow("packed values end too early");
});
