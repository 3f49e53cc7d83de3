import { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { expect, it } from "vitest";
import { PodBatchWriter } from "./pod-batch.ts";
import type { WorkerCommand, WorkerEvent } from "./worker-messages.ts";
import { WorkerPool } from "./worker-pool.ts";

/** A pool of one worker that sends the next batch as soon as one was applied. */
function quick(pressure?: Backpressure) {
  const time = manualTime();
  let emit: (message: WorkerEvent) => void = () => undefined;
  let read = 0;
  const sendBatch = () => {
    const writer = new PodBatchWriter();
    writer.drop("00000000-0000-4000-8000-000000000001");
    emit({ kind: "batch", watch: 1, batch: writer.take() });
  };
  const pool = new WorkerPool({
    count: 1,
    start: () => ({
      send: ({ kind }: WorkerCommand) => {
        if (kind === "taken") sendBatch();
      },
      listen: (onMessage) => {
        emit = onMessage;
      },
      ended: () => undefined,
      stop: () => Promise.resolve(),
    }),
    server: "http://x",
    requestTimeoutMs: undefined,
    authorize: () => Promise.resolve(0),
    pace: RETRY_POLICY,
    timers: time.timers,
    random: () => 0.5,
    pressure,
    onStarted: () => undefined,
    onEnded: () => undefined,
    onMessage: (message) => {
      if (message.kind !== "batch") return;
      message.read({ put: () => undefined, drop: () => read++ });
      // The third batch fills the queue.
      if (read === 3) pressure?.rise();
    },
  });
  pool.startNow();
  pool.send(0, { kind: "retryNow" });
  return { time, sendBatch, read: () => read };
}

it("a fast worker gets its acknowledgement in a later turn, so that one turn does not take all batches", () => {
  const { sendBatch, read, time } = quick();
  sendBatch();
  sendBatch();
  expect([read(), time.waiting]).toEqual([2, 2]);
});

it("a worker gets its acknowledgement when there is room for the next batch", () => {
  const pressure = new Backpressure(1);
  const { sendBatch, read, time } = quick(pressure);
  sendBatch();
  time.pass();
  expect(read()).toBe(3);
  expect(time.waiting).toBe(0);
  pressure.fall(1);
  expect(time.waiting).toBe(1);
});
