import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { forEachChunk } from "./for-each-chunk.ts";

const stream = () => new Readable({ read: () => undefined });

it("passes on each chunk as it arrives, until the end", async () => {
  const body = stream();
  const received: string[] = [];
  const ended = forEachChunk(body, (chunk) => received.push(chunk.toString()));
  body.push("a");
  body.push("b");
  body.push(null);
  await ended;
  expect(received.join("")).toBe("ab");
});

it("rejects with the error of the stream or of the consumer, and passes on no further chunk", async () => {
  const broken = stream();
  const ended = forEachChunk(broken, () => undefined);
  broken.destroy(new Error("cut"));
  await expect(ended).rejects.toThrow("cut");

  const body = stream();
  let taken = 0;
  const refused = forEachChunk(body, () => {
    taken++;
    throw new RangeError("too long");
  });
  body.push("a");
  await expect(refused).rejects.toThrow("too long");
  body.push("b");
  expect([taken, body.destroyed]).toEqual([1, true]);
});

it("rejects if the stream is closed without an end, before it starts or later", async () => {
  const closed = stream();
  closed.destroy();
  await expect(forEachChunk(closed, () => undefined)).rejects.toMatchObject({ code: "ERR_STREAM_PREMATURE_CLOSE" });
  const closing = stream();
  const ended = forEachChunk(closing, () => undefined);
  closing.destroy();
  await expect(ended).rejects.toMatchObject({ code: "ERR_STREAM_PREMATURE_CLOSE" });
});
