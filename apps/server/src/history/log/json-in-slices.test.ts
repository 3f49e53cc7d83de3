import { drain } from "@daemonscope/kube/base/drain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, jsonInSlices, packInSlices, parseInSlices, readPackedJson } from "../encoding/json-in-slices.ts";
import { type PackedValues, unpackValues, unpackValuesInSlices, ValuePacker } from "../encoding/value-packer.ts";

const SEED = Number(process.env.SEED ?? 20261127);

const long = <T>(item: fc.Arbitrary<T>) =>
  fc.array(item, { minLength: 1, maxLength: 5 }).map((few) => Array.from({ length: 4500 }, (_, at) => few[at % few.length]));
const json = fc.jsonValue();
const value = fc.oneof(
  json,
  fc.dictionary(fc.string(), fc.oneof(json, fc.constant(undefined), long(json), fc.dictionary(fc.string(), long(json), { maxKeys: 2 })), {
    maxKeys: 4,
  }),
);
const text = (making: Generator<undefined, readonly string[]>) => drain(bytesOf(making)).toString("utf8");

describe(`JSON written in time slices, seed ${SEED}`, () => {
  it("equals JSON written at once", () => {
    fc.assert(
      fc.property(value, (each) => {
        expect(text(jsonInSlices(each))).toBe(JSON.stringify(each));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
  it("equals JSON whose values are packed at once, and can be read", () => {
    fc.assert(
      fc.property(
        fc.record({ part: fc.string(), ids: fc.oneof(fc.array(fc.nat()), long(fc.nat())) }),
        fc.oneof(fc.array(json), long(json)),
        (fields, values) => {
          const packer = new ValuePacker();
          for (const each of values) packer.add(each);
          const written = text(packInSlices(fields, values));
          expect(written).toBe(JSON.stringify({ ...fields, packed: packer.take() }));
          const read = drain(readPackedJson(written));
          expect(read.fields).toMatchObject(JSON.parse(JSON.stringify(fields)));
          expect(drain(unpackValuesInSlices(read.tables, read.lists))).toEqual(
            unpackValues((JSON.parse(written) as { packed: PackedValues }).packed),
          );
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });
  it("is parsed in time slices as at once, with any texts in its lists", () => {
    const names = long(fc.oneof(fc.string(), fc.constant(null), fc.constantFrom('"', '","', "]", '"]', "null]", ",", "\\", '\\"],"')));
    fc.assert(
      fc.property(fc.record({ names, more: fc.record({ names, other: json }), after: json }), (each) => {
        const written = JSON.stringify(each);
        expect(drain(parseInSlices(written, "names"))).toEqual(JSON.parse(written));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
  it("is parsed in many time slices if a list has many texts", () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `node-${at}.example`);
    const parts = parseInSlices(JSON.stringify({ names, more: { names: [...names.slice(1), null] } }), "names");
    let steps = 1;
    for (; !parts.next().done; ) steps++;
    expect(steps).toBeGreaterThan(12);
  });
});
