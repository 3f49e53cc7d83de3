import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ColumnarObjects, columnReader, toColumns } from "./columnar-objects.ts";

function objectsOf(columns: ColumnarObjects): readonly object[] {
  const valuesOf = columnReader(columns);
  return Array.from({ length: columns.count }, (_, at) =>
    Object.fromEntries(columns.columns.map(({ field }) => [field, valuesOf(field)[at]])),
  );
}

const SEED = Number(process.env.SEED ?? 20260120);

it(`objects survive columns and JSON text, seed ${SEED}`, () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.record({ kind: fc.constantFrom("a", "b") }), fc.constant(undefined));
  fc.assert(
    fc.property(fc.array(fc.record({ a: value, b: value, c: fc.constant("same") })), (objects) => {
      expect(isEqualJson(objectsOf(JSON.parse(JSON.stringify(toColumns(objects)))), objects)).toBe(true);
    }),
    { seed: SEED },
  );
});

it("a column of many values is stored whole, and single-line texts as one text", () => {
  const objects = Array.from({ length: 3000 }, (_, at) => ({ uid: `u${at}`, message: `${at}\nline`, atMs: at }));
  const columns = toColumns(objects);
  expect(columns.columns.map((column) => Object.keys(column)[1])).toEqual(["texts", "values", "values"]);
  expect(objectsOf(columns)).toEqual(objects);
});

it("a field that no object has is no column", () => {
  const columns = toColumns([{ uid: "a", reason: undefined }]);
  expect(columns.columns.map(({ field }) => field)).toEqual(["uid"]);
  expect(columnReader(columns)("reason")).toEqual([undefined]);
});
