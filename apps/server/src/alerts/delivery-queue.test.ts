import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { DELIVERY_TIMEOUT_MS, DeliveryQueue, MAX_QUEUED_MESSAGES } from "./delivery-queue.ts";
import type { DeliveryResult } from "./post-webhook.ts";

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

/** Returns a queue to a receiver with given answers, on manual time. */
function queueTo(answer: (body: string) => DeliveryResult | Promise<DeliveryResult>) {
  const time = manualTime();
  const posted: (readonly [atMs: number, body: string])[] = [];
  const problems: string[] = [];
  const queue = new DeliveryQueue({
    post: async (body) => {
      posted.push([time.timers.elapsedMs(), body]);
      return answer(body);
    },
    timers: time.timers,
    random: () => 1,
    onProblem: (text) => problems.push(text),
  });
  /** Advances time second by second, so that pending promises settle. */
  const pass = async (seconds: number) => {
    await settled();
    for (let second = 0; second < seconds; second++) {
      time.pass(1000);
      await settled();
    }
  };
  return { queue, posted, problems, pass, time };
}

const FAILED: DeliveryResult = { kind: "failed", why: "it answered 500" };

test("retries a failed delivery with backoff, and then sends the next message", async () => {
  let isUp = false;
  const { queue, posted, pass } = queueTo(() => (isUp ? { kind: "delivered" } : FAILED));
  queue.offer("a", "1");
  queue.offer("b", "2");
  await pass(7);
  expect(posted).toEqual([0, 1000, 3000, 7000].map((atMs) => [atMs, "1"]));
  isUp = true;
  await pass(8);
  expect(posted.slice(4)).toEqual([
    [15_000, "1"],
    [15_000, "2"],
  ]);
  expect(queue.counts).toEqual({ delivered: 2, retried: 4, givenUp: 0, waiting: 0 });
});

test("gives up after a quarter of an hour, and reports it", async () => {
  const { queue, posted, problems, pass, time } = queueTo(() => FAILED);
  queue.offer("a", "1");
  await pass(DELIVERY_TIMEOUT_MS / 1000 + 60);
  expect(problems).toEqual(["a message to the webhook was given up: it answered 500, for 15 minutes"]);
  expect(posted.length).toBeLessThan(25);
  expect(posted.at(-1)?.[0]).toBeLessThanOrEqual(DELIVERY_TIMEOUT_MS);
  expect([queue.counts.waiting, time.waiting]).toEqual([0, 0]);
});

test("does not retry a message that the receiver rejects", async () => {
  const { queue, posted, problems, pass } = queueTo(() => ({ kind: "refused", why: "it answered 404" }));
  queue.offer("a", "1");
  await pass(60);
  expect(posted).toHaveLength(1);
  expect(problems).toEqual(["a message to the webhook was given up: it answered 404"]);
});

test("sends only the newest message of a key: an alert that ended meanwhile is sent as resolved", async () => {
  let isUp = false;
  const { queue, posted, pass } = queueTo(() => (isUp ? { kind: "delivered" } : FAILED));
  queue.offer("a", "firing");
  await pass(2);
  queue.offer("a", "resolved");
  isUp = true;
  await pass(4);
  expect(posted.at(-1)?.[1]).toBe("resolved");
  expect(posted.filter(([, body]) => body === "resolved")).toHaveLength(1);
  expect(queue.counts).toMatchObject({ delivered: 1, waiting: 0 });
});

test("with a hanging receiver at most 256 messages wait, and the oldest are dropped", async () => {
  const { queue, problems } = queueTo(() => new Promise<DeliveryResult>(() => undefined));
  for (let at = 0; at < 1000; at++) queue.offer(`key-${at}`, "x");
  expect(queue.counts).toMatchObject({ waiting: MAX_QUEUED_MESSAGES, givenUp: 1000 - MAX_QUEUED_MESSAGES });
  expect(problems[0]).toContain("256 others wait behind it");
});

test("nothing waits after the server stops", async () => {
  const { queue, posted, pass, time } = queueTo(() => FAILED);
  queue.offer("a", "1");
  await pass(1);
  queue.close();
  await settled();
  queue.offer("b", "2");
  expect(time.waiting).toBe(0);
  const before = posted.length;
  await pass(100);
  expect(posted).toHaveLength(before);
});
