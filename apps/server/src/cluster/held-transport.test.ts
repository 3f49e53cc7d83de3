import { expect, test } from "vitest";
import { heldTransport } from "./held-transport.ts";

test("a question that is ended while nothing may be asked does not wait until something may be", async () => {
  const asked: string[] = [];
  const held = heldTransport(
    {
      server: "http://127.0.0.1:1",
      async get(path, _query, { signal }) {
        asked.push(path);
        signal.throwIfAborted();
        throw new Error("was not ended");
      },
    },
    (run) => ({ cancel: () => run }),
  );
  held.hold();
  const ended = new AbortController();
  const answer = held.transport.get("/api/v1/pods", {}, { signal: ended.signal });
  await Promise.resolve();
  expect(asked).toEqual([]);
  ended.abort(new Error("ended"));
  await expect(answer).rejects.toThrow("ended");
  expect(held.isHeld).toBe(true);
});
