import { expect, test } from "vitest";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { pausableTransport } from "./pausable-transport.ts";

test("a request that is aborted during a pause does not wait for its end", async () => {
  const asked: string[] = [];
  const pausable = pausableTransport(
    {
      server: "http://127.0.0.1:1",
      async get(path, _query, { signal }) {
        asked.push(path);
        signal.throwIfAborted();
        throw new Error("was not ended");
      },
    },
    { soon: (run) => ({ cancel: () => run }), elapsedMs: () => 0 },
  );
  pausable.hold();
  const ended = new AbortController();
  const answer = pausable.transport.get("/api/v1/pods", {}, { signal: ended.signal });
  await Promise.resolve();
  expect(asked).toEqual([]);
  ended.abort(new Error("ended"));
  await expect(answer).rejects.toThrow("ended");
  expect(pausable.isHeld).toBe(true);
});

test("returns the total time of all pauses, regardless of repeated calls", () => {
  const time = manualTime();
  const { transport, hold, goOn } = pausableTransport(
    { server: "http://127.0.0.1:1", get: () => Promise.reject(new Error("not asked")) },
    time.timers,
  );
  const pausedMs: (number | undefined)[] = [];
  for (const [call, ms] of [
    [hold, 10],
    [hold, 20],
    [goOn, 40],
    [goOn, 80],
    [hold, 160],
  ] as const) {
    call();
    time.pass(ms);
    pausedMs.push(transport.pausedMs?.());
  }
  expect(pausedMs).toEqual([10, 30, 30, 30, 190]);
});
