import { stableJson } from "@daemonscope/kube/values/stable-json";
import fc from "fast-check";
import { expect, it } from "vitest";
import { asFields } from "./label-shapes.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const key = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom("__proto__", "constructor", "toString", "1", "a/b", 'quote"\n'));

it(`labels as fields keep their values and order, without inherited names, seed ${SEED}`, () => {
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

it("a key with a line break is not read as two keys", () => {
  expect(Object.keys(asFields({ left: "a", right: "b" }))).toEqual(["left", "right"]);
  expect(asFields({ "left\nright": "c" })).toEqual({ "left\nright": "c" });
  expect(asFields({ "up\ndown": "c" })).toEqual({ "up\ndown": "c" });
  expect(Object.keys(asFields({ up: "a", down: "b" }))).toEqual(["up", "down"]);
});

it("nodes with the same label keys keep separate values", () => {
  const [a, b] = [asFields({ zone: "a", pool: "x" }), asFields({ zone: "b", pool: "x" })];
  expect([a.zone, b.zone]).toEqual(["a", "b"]);
});
