import { expect, test } from "vitest";
import { linesOf } from "./lines-of.ts";

/** A body that arrives in these chunks, and then ends or fails. */
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

test("splits lines the same at any chunk boundary and drops an unterminated last line", async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n\n{"b":"😀"}\nrest');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const lines: string[] = [];
    for await (const line of linesOf(bodyOf([bytes.slice(0, cut), bytes.slice(cut)]))) lines.push(line);
    expect(lines, `cut at ${cut}`).toEqual(['{"a":"ü"}', "", '{"b":"😀"}']);
  }
});

test("yields complete lines before it throws on a broken connection, and cancels the body on early exit", async () => {
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

test("reports each chunk on arrival, also inside a line", async () => {
  const bytes = new TextEncoder().encode("one\ntwo\n");
  let chunks = 0;
  const lines = linesOf(bodyOf([bytes.slice(0, 1), bytes.slice(1, 2), bytes.slice(2, 6), bytes.slice(6)]), () => chunks++);
  expect([(await lines.next()).value, chunks]).toEqual(["one", 3]);
  expect([(await lines.next()).value, chunks]).toEqual(["two", 4]);
  await lines.next();
  expect(chunks).toBe(4);
});
