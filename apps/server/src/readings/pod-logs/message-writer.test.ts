import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { MessageWriter } from "./message-writer.ts";

const line = { kind: "lines", stream: 0, lines: ["x".repeat(100)] } as const;

it("G13 writers wait for the reader, without loss", async () => {
  const reader = new PassThrough({ highWaterMark: 10 });
  const writer = new MessageWriter(reader);
  const written: number[] = [];
  const writes = [1, 2, 3].map((at) => writer.write(line).then(() => written.push(at)));
  await Promise.resolve();
  expect(written).toEqual([]);
  let text = "";
  reader.on("data", (part: Buffer) => {
    text += part.toString("utf8");
  });
  await Promise.all(writes);
  expect(text.trimEnd().split("\n")).toEqual([1, 2, 3].map(() => JSON.stringify(line)));
});

it("writes nothing after the end, including lines that waited", async () => {
  const reader = new PassThrough({ highWaterMark: 10 });
  const writer = new MessageWriter(reader);
  const waiting = [writer.write(line), writer.write({ kind: "beat" })];
  reader.end();
  let text = "";
  for await (const part of reader) text += String(part);
  await Promise.all(waiting);
  expect(text).toBe(`${JSON.stringify(line)}\n`);
});

it("G13 releases its writers if the reader disconnects", async () => {
  const reader = new PassThrough({ highWaterMark: 10 });
  const writer = new MessageWriter(reader);
  const waiting = [writer.write(line), writer.write(line)];
  reader.destroy();
  await Promise.all(waiting);
  await writer.write(line);
  expect(reader.destroyed).toBe(true);
});
