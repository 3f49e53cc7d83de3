import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const TEXT = '{"name":"nöde-😀"}\r\n\n{"b":2}\n{"c":"日本"}\n';
const LINES = ['{"name":"nöde-😀"}', '{"b":2}', '{"c":"日本"}'];

test("A13 lines come out whole wherever the stream is cut, in any character, LF or CRLF", () => {
  const bytes = Buffer.from(TEXT);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const splitter = new LineSplitter();
    expect([...splitter.push(bytes.subarray(0, cut)), ...splitter.push(bytes.subarray(cut))]).toEqual(LINES);
  }
});

test("A13 one byte at a time gives the same lines", () => {
  const splitter = new LineSplitter();
  expect([...Buffer.from(TEXT)].flatMap((byte) => splitter.push(Buffer.from([byte])))).toEqual(LINES);
});

test("a part without a newline stays inside", () => {
  expect(new LineSplitter().push(Buffer.from('{"half":'))).toEqual([]);
});

test("a line beyond the limit is refused, whether it ends or not, and many short lines are not", () => {
  expect(() => new LineSplitter(8).push(Buffer.from("123456789"))).toThrow(RangeError);
  expect(() => new LineSplitter(8).push(Buffer.from("123456789\n"))).toThrow(RangeError);
  const splitter = new LineSplitter(8);
  splitter.push(Buffer.from("12345"));
  expect(() => splitter.push(Buffer.from("6789"))).toThrow(RangeError);
  expect(new LineSplitter(8).push(Buffer.from("1234\n".repeat(100)))).toHaveLength(100);
});
