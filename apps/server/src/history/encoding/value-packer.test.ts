import fc from "fast-check";
import { expect, it } from "vitest";
import { unpackValues, ValuePacker } from "./value-packer.ts";

const SEED = Number(process.env.SEED ?? 20260119);

it(`an unpacked value equals the packed one, through JSON text, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (values) => {
      const packer = new ValuePacker();
      for (const value of values) packer.add(value);
      expect(JSON.stringify(unpackValues(JSON.parse(JSON.stringify(packer.take()))))).toBe(JSON.stringify(values));
    }),
    { seed: SEED },
  );
});

it("distinguishes an object without fields from one with an empty name", () => {
  const packer = new ValuePacker();
  packer.add([{}, { "": null }, {}]);
  expect(unpackValues(packer.take())).toEqual([[{}, { "": null }, {}]]);
});

it("drops an undefined field, and keeps a label named __proto__", () => {
  const packer = new ValuePacker();
  packer.add({ a: undefined, b: 1, c: JSON.parse('{"__proto__":"x"}') });
  expect(JSON.stringify(unpackValues(packer.take()))).toBe('[{"b":1,"c":{"__proto__":"x"}}]');
});

it("refuses numbers that end too early", () => {
  expect(() => unpackValues({ strings: [], shapes: [["a", "b"]], numbers: [2, 9] })).toThrow("packed values end too early");
});
