import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteCache } from "./byte-cache.ts";

const SEED = Number(process.env.SEED ?? 20261126);
const textOf = (bytes: Buffer, from: number, to: number): string => bytes.toString("latin1", from, to);

test(`returns the value of the bytes, also after the chunk is overwritten, seed ${SEED}`, () => {
  const text = fc.oneof(fc.constantFrom("", "a", "b", "labels"), fc.string({ maxLength: 12, unit: "binary-ascii" }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const cache = new ByteCache<string>(4, 8);
      const chunk = Buffer.alloc(16);
      for (const each of texts) {
        chunk.fill(0x2e).write(each, 2, "latin1");
        expect(cache.get(chunk, 2, 2 + each.length, textOf)).toBe(each);
      }
    }),
    { seed: SEED },
  );
});

test("parses a repeated value twice, and a value seen once evicts no other", () => {
  const cache = new ByteCache<object>(1, 64);
  let calls = 0;
  const ask = (text: string) =>
    cache.get(Buffer.from(text), 0, text.length, () => {
      calls++;
      return { text };
    });
  ask("often");
  const cached = ask("often");
  for (let at = 0; at < 100; at++) {
    ask(`once ${at}`);
    expect(ask("often")).toBe(cached);
  }
  expect(calls).toBe(102);
});
