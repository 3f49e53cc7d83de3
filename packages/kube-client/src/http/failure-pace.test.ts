import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { FailurePace } from "./failure-pace.ts";

const settle = () => new Promise<void>((done) => setImmediate(done));

/** Runs clients that send the next request when their answer ends, for `seconds`. Returns the time of each request. */
async function sent(clients: number, seconds: number, outcome: (request: number) => "failed" | "succeeded" | "unknown", urgentEveryMs = 0) {
  const time = manualTime();
  const pace = new FailurePace(time.timers);
  const atMs: number[] = [];
  const until = seconds * 1000;
  const ask = async (isUrgent: boolean) => {
    const turn = await pace.turn("GET", isUrgent);
    atMs.push(time.timers.elapsedMs());
    const result = outcome(atMs.length);
    if (result !== "unknown") turn[result]();
  };
  const client = async () => {
    while (time.timers.elapsedMs() < until) {
      await ask(false);
      await new Promise<void>((done) => time.timers.after(1, done));
    }
  };
  for (let at = 0; at < clients; at++) void client();
  for (let ms = 0; ms < until; ms += 10) {
    if (urgentEveryMs > 0 && ms % urgentEveryMs === 0) void ask(true);
    await settle();
    time.pass(10);
  }
  return atMs;
}

describe("while every response fails, all clients together send at most two requests per second", () => {
  it.each([
    [1, 0],
    [7, 0],
    [7, 1000],
    [40, 1000],
  ])("%i clients without a delay, and an urgent request every %i ms", async (clients, urgentEveryMs) => {
    const atMs = await sent(clients, 30, () => "failed", urgentEveryMs);
    expect(atMs.filter((at) => at >= 10_000).length).toBeLessThanOrEqual(2 * 20 + 1);
    expect(atMs.length).toBeGreaterThan(40);
  });

  it("for any mix of outcomes, failures beyond the burst are at most two per second", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(fc.boolean()), async (clients, fails) => {
        const outcomes: boolean[] = [];
        await sent(clients, 5, (request) => {
          outcomes[request] ??= fails.next().value === true;
          return outcomes[request] ? "failed" : "succeeded";
        });
        expect(outcomes.filter(Boolean).length).toBeLessThanOrEqual(10 + 2 * 5 + clients);
      }),
      { seed: Number(process.env.SEED ?? 20261128), numRuns: 20 },
    );
  });
});

it("successful requests are not limited, and neither are requests after a recovery", async () => {
  const succeeding = await sent(3, 2, () => "succeeded");
  expect(succeeding.length).toBeGreaterThan(300);
  const recovered = await sent(3, 4, (request) => (request <= 12 ? "failed" : "succeeded"));
  expect(recovered.length).toBeGreaterThan(300);
});

it("a request returns its token once, and takes none for a failure unless it returned it", async () => {
  const time = manualTime();
  const pace = new FailurePace(time.timers);
  const take = () => pace.turn("GET", true);
  for (let at = 0; at < 8; at++) (await take()).failed();
  const sentNow = async () => {
    let count = 0;
    const abort = new AbortController();
    const turns = Array.from({ length: 6 }, () =>
      pace.turn("GET", false, abort.signal).then(
        () => count++,
        () => undefined,
      ),
    );
    await settle();
    abort.abort();
    await Promise.all(turns);
    return count;
  };
  // Four tokens are left. `sentNow` takes all.
  const watch = await take();
  watch.succeeded();
  watch.succeeded();
  expect(await sentNow()).toBe(2);
  watch.failed();
  watch.succeeded();
  time.pass(500);
  expect(await sentNow()).toBe(1);
});

it("an aborted request gives its slot to the next", async () => {
  const time = manualTime();
  const pace = new FailurePace(time.timers);
  for (let at = 0; at < 10; at++) (await pace.turn("GET", false)).failed();
  const abort = new AbortController();
  const first = pace.turn("GET a", false, abort.signal);
  const second = pace.turn("GET b", false);
  abort.abort();
  await expect(first).rejects.toMatchObject({ code: "aborted" });
  time.pass(500);
  await second;
  expect(time.waiting).toBe(0);
});
