import { stableJson } from "@daemonscope/kube/values/stable-json";
import fc from "fast-check";
import { expect, it } from "vitest";
import { asFields } from "./label-shapes.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const key = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom("__proto__", "constructor", "toString", "1", "a/b", 'quote"\n'));

it(`labels as fields are the same labels in the same order, and none that nobody set, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ maxLength: 4 })), { maxLength: 30 }), (entries) => {
      const labels: Record<string, string> = Object.create(null);
      for (const [name, value] of entries) labels[name] = value;
      const fields = asFields(labels);
      expect(Object.entries(fields)).toEqual(Object.entries(labels));
      expect(stableJson(fields)).toBe(stableJson(labels));
      for (const name of ["constructor", "toString", "__proto__"]) expect(fields[name]).toBe(labels[name]);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

it("a key with a line break in it is not taken for two", () => {
  expect(Object.keys(asFields({ left: "a", right: "b" }))).toEqual(["left", "right"]);
  expect(asFields({ "left\nright": "c" })).toEqual({ "left\nright": "c" });
  expect(asFields({ "up\ndown": "c" })).toEqual({ "up\ndown": "c" });
  expect(Object.keys(asFields({ up: "a", down: "b" }))).toEqual(["up", "down"]);
});

it("two nodes with the same keys do not share values", () => {
  const [a, b] = [asFields({ zone: "a", pool: "x" }), asFields({ zone: "b", pool: "x" })];
  expect([a.zone, b.zone]).toEqual(["a", "b"]);
});
