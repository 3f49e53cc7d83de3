import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const TEXT = '{"name":"nöde-😀"}\r\n\n{"b":2}\n{"c":"日本"}\n';
const LINES = ['{"name":"nöde-😀"}', '{"b":2}', '{"c":"日本"}'];

test("A13 returns whole lines wherever the stream is cut, within a character too, with LF or CRLF", () => {
  const bytes = Buffer.from(TEXT);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const splitter = new LineSplitter();
    expect([...splitter.push(bytes.subarray(0, cut)), ...splitter.push(bytes.subarray(cut))]).toEqual(LINES);
  }
});

test("A13 returns the same lines for single bytes", () => {
  const splitter = new LineSplitter();
  expect([...Buffer.from(TEXT)].flatMap((byte) => splitter.push(Buffer.from([byte])))).toEqual(LINES);
});

test("keeps a chunk without a newline in its buffer", () => {
  expect(new LineSplitter().push(Buffer.from('{"half":'))).toEqual([]);
});

test("refuses a line beyond the limit, complete or not, and accepts many short lines", () => {
  expect(() => new LineSplitter(8).push(Buffer.from("123456789"))).toThrow(RangeError);
  expect(() => new LineSplitter(8).push(Buffer.from("123456789\n"))).toThrow(RangeError);
  const splitter = new LineSplitter(8);
  splitter.push(Buffer.from("12345"));
  expect(() => splitter.push(Buffer.from("6789"))).toThrow(RangeError);
  expect(new LineSplitter(8).push(Buffer.from("1234\n".repeat(100)))).toHaveLength(100);
});
