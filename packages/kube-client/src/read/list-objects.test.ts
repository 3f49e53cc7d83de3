import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../decode/fields.ts";
import { listInParts } from "./list-objects.ts";

describe("listInParts", () => {
  const SEED = Number(process.env.SEED ?? 20261127);

  function whole(text: string): { readonly list: unknown; readonly items: readonly Json[]; readonly most: number } {
    const items: Json[] = [];
    const parts = listInParts(Buffer.from(text), (item) => void items.push(item));
    let most = 0;
    for (;;) {
      const before = items.length;
      const { done, value } = parts.next();
      most = Math.max(most, items.length - before);
      if (done) return { list: value, items, most };
    }
  }

  test("no time slice of a page of 500 nodes reads more than some of them", () => {
    const nodes = Array.from({ length: 500 }, (_, at) => ({ metadata: { name: `n${at}` }, status: { images: ["x".repeat(10_000)] } }));
    const { items, most } = whole(JSON.stringify({ items: nodes, metadata: { resourceVersion: "7" } }));
    expect(items).toEqual(nodes);
    expect(most).toBeLessThanOrEqual(4);
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
      fc.property(list, fc.constantFrom(undefined, 1, "\t"), (given, indent) => {
        const text = JSON.stringify(given, undefined, indent);
        const read = whole(text);
        expect(read.items).toEqual(JSON.parse(text).items);
        expect(read.list).toEqual(JSON.parse(JSON.stringify({ ...given, items: given.items.map(() => 0) })));
      }),
      { seed: SEED },
    );
  });

  test.each([
    ['{"items":null,"metadata":{}}', { items: null, metadata: {} }],
    ['{"kind":"items","a":[{}]}', { kind: "items", a: [{}] }],
    ["[1]", [1]],
  ])("reads a list without items at once: %s", (text, list) => {
    expect(whole(text)).toMatchObject({ list, items: [] });
  });

  test.each(['{"items":[{"a":1}', '{"items":[{"a":1}{"b":2}]}', '{"items":[{"a":1]}', '{"items":[{"a":"', "", "<html>"])(
    "refuses invalid JSON: %s",
    (text) => {
      expect(() => whole(text)).toThrow(SyntaxError);
    },
  );
});
