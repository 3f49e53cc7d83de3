import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../decode/fields.ts";
import { listInParts } from "./list-objects.ts";

describe("listInParts", () => {
  const SEED = Number(process.env.SEED ?? 20261127);

  function readAll(text: string): { readonly list: unknown; readonly items: readonly Json[]; readonly largestSlice: number } {
    const items: Json[] = [];
    const parts = listInParts(Buffer.from(text), (item) => void items.push(item));
    let largestSlice = 0;
    for (;;) {
      const before = items.length;
      const { done, value } = parts.next();
      largestSlice = Math.max(largestSlice, items.length - before);
      if (done) return { list: value, items, largestSlice };
    }
  }

  test("reads at most four nodes of a large page in a time slice", () => {
    const nodes = Array.from({ length: 500 }, (_, at) => ({ metadata: { name: `n${at}` }, status: { images: ["x".repeat(10_000)] } }));
    const { items, largestSlice } = readAll(JSON.stringify({ items: nodes, metadata: { resourceVersion: "7" } }));
    expect(items).toEqual(nodes);
    expect(largestSlice).toBeLessThanOrEqual(4);
  });

  test(`reads any list like JSON.parse, seed ${SEED}`, () => {
    const key = fc.oneof(fc.constantFrom("items", "metadata", 'a"b', "\\", "é"), fc.string());
    const item = fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true });
    const list = fc.record({
      kind: fc.constantFrom("items", "List"),
      items: fc.array(item),
      metadata: fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true }),
    });
    fc.assert(
      fc.property(list, fc.constantFrom(undefined, 1, "\t"), (drawn, indent) => {
        const text = JSON.stringify(drawn, undefined, indent);
        const read = readAll(text);
        expect(read.items).toEqual(JSON.parse(text).items);
        expect(read.list).toEqual(JSON.parse(JSON.stringify({ ...drawn, items: drawn.items.map(() => 0) })));
      }),
      { seed: SEED },
    );
  });

  test.each([
    ['{"items":null,"metadata":{}}', { items: null, metadata: {} }],
    ['{"kind":"items","a":[{}]}', { kind: "items", a: [{}] }],
    ["[1]", [1]],
  ])("reads a list without items at once: %s", (text, list) => {
    expect(readAll(text)).toMatchObject({ list, items: [] });
  });

  test.each(['{"items":[{"a":1}', '{"items":[{"a":1}{"b":2}]}', '{"items":[{"a":1]}', '{"items":[{"a":"', "", "<html>"])(
    "refuses invalid JSON: %s",
    (text) => {
      expect(() => readAll(text)).toThrow(SyntaxError);
    },
  );
});
