import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkedBodyParser } from "./chunked-body-parser.ts";

const SEED = Number(process.env.SEED ?? 20261125);

function taken(parts: readonly string[]): { readonly data: string; readonly rest: string | undefined } {
  const chunks = new ChunkedBodyParser();
  let data = "";
  let rest: string | undefined;
  for (const part of parts) {
    const bytes = Buffer.from(part, "latin1");
    if (rest !== undefined) rest += part;
    else {
      const stopped = chunks.take(bytes, 0, bytes.length, (from, begin, end) => {
        data += from.toString("latin1", begin, end);
      });
      if (stopped >= 0) rest = chunks.owed + part.slice(stopped);
    }
  }
  return { data, rest };
}

it("returns the data of plain chunks at any cut, and leaves the end of the body to Node's parser", () => {
  const body = "5\r\nhello\r\n00b\r\n, my friends\r\n".replace("00b", "00C");
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
      const whole = `${body}0\r\n\r\n`;
      const parts: string[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        parts.push(whole.slice(at, at + size));
        at += size;
      }
      expect(taken(parts)).toEqual({ data: "hello, my friends", rest: "0\r\n\r\n" });
    }),
    { seed: SEED },
  );
});

it.each([
  ["an extension", "3\r\nabc\r\n2;a=b\r\nde\r\n", "abc", "2;a=b\r\nde\r\n"],
  ["an invalid size", "3\r\nabc\r\nx\r\n", "abc", "x\r\n"],
  ["no size", "\r\nabc", "", "\r\nabc"],
  ["a size that is longer than any chunk", "00000003\r\nabc", "", "00000003\r\nabc"],
  ["a size that ends with a line feed alone", "3\nabc", "", "3\nabc"],
  ["a size with half of its line end", "3\rabc", "", "3\rabc"],
  ["a chunk that is longer than its size", "3\r\nabcd\r\n", "abc", "?d\r\n"],
  ["a chunk with half of its line end", "3\r\nabc\rx", "abc", "?x"],
])("stops at %s, where Node's parser can continue", (_what, body, data, rest) => {
  expect(taken([body])).toEqual({ data, rest });
  expect(taken([...body])).toEqual({ data, rest });
});
