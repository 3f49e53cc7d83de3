import { expect, test } from "vitest";
import { linesOf } from "./lines-of.ts";

/** A body that comes in these chunks, and then ends or fails. */
function bodyOf(chunks: readonly Uint8Array<ArrayBuffer>[], failure?: Error) {
  const left = [...chunks];
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (failure !== undefined) controller.error(failure);
      else controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, isCancelled: () => cancelled };
}

test("lines are the same wherever the bytes are cut, in the middle of a character too, and what has no end is none", async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n\n{"b":"😀"}\nrest');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const lines: string[] = [];
    for await (const line of linesOf(bodyOf([bytes.slice(0, cut), bytes.slice(cut)]))) lines.push(line);
    expect(lines, `cut at ${cut}`).toEqual(['{"a":"ü"}', "", '{"b":"😀"}']);
  }
});

test("a connection that breaks is told after the lines that came, and whoever stops early loads no more", async () => {
  const lines: string[] = [];
  const broken = bodyOf([new TextEncoder().encode("one\ntw")], new Error("cut"));
  const all = async () => {
    for await (const line of linesOf(broken)) lines.push(line);
  };
  await expect(all()).rejects.toThrow("cut");
  expect(lines).toEqual(["one"]);
  const left = bodyOf([new TextEncoder().encode("one\ntwo\n"), new TextEncoder().encode("three\n")]);
  for await (const line of linesOf(left)) if (line === "one") break;
  await expect.poll(left.isCancelled).toBe(true);
});
