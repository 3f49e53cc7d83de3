import type { Store, StoreEvent } from "@daemonscope/simulated-apiserver/objects/contract";
import { createSimulatedClock, type RealTime } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { describe, expect, it } from "vitest";
import { watchWithDelay } from "../controllers/informer.ts";
import { WorkQueue } from "../controllers/work-queue.ts";

/** Returns a real-time clock that the test moves. */
function realTime(): RealTime & { pass(ms: number): void } {
  let nowMs = 5000;
  let timers: { readonly atMs: number; readonly callback: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    setTimer(delayMs, callback) {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.push(timer);
      return {
        cancel() {
          timers = timers.filter((other) => other !== timer);
        },
      };
    },
    pass(ms) {
      const end = nowMs + ms;
      for (;;) {
        const next = timers.filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        nowMs = Math.max(nowMs, next.atMs);
        timers = timers.filter((timer) => timer !== next);
        next.callback();
      }
      nowMs = end;
    },
  };
}

describe("the clock", () => {
  it("runs due timers in order, equal times by registration, including timers added meanwhile", () => {
    const clock = createSimulatedClock(0);
    const seen: string[] = [];
    const record = (name: string) => seen.push(`${name} ${clock.nowMs()}`);
    clock.after(20, () => record("late"));
    clock.after(10, () => {
      record("first");
      clock.after(0, () => record("added"));
    });
    clock.after(10, () => record("second"));
    clock.after(15, () => record("never")).cancel();
    clock.advance(19);
    expect(seen).toEqual(["first 10", "second 10", "added 10"]);
    clock.advance(1);
    expect(seen.at(-1)).toBe("late 20");
  });
  it("follows real time at its rate, and stops", () => {
    const clock = createSimulatedClock(1_000_000);
    const real = realTime();
    const seen: number[] = [];
    clock.after(1000, () => seen.push(clock.nowMs()));
    clock.run(real, 10);
    real.pass(99);
    expect(seen).toEqual([]);
    real.pass(1);
    expect(seen).toEqual([1_001_000]);
    clock.after(1000, () => seen.push(clock.nowMs()));
    clock.stop();
    real.pass(10_000);
    expect([clock.nowMs(), seen.length]).toEqual([1_001_000, 1]);
  });
});

describe("the work queue", () => {
  const setUp = (busyMs: number) => {
    const clock = createSimulatedClock(0);
    const worked: number[] = [];
    const queue = new WorkQueue(clock, () => {
      worked.push(clock.nowMs());
      return busyMs;
    });
    return { clock, queue, worked };
  };
  it("processes a key once at the earliest time, regardless of the number of additions", () => {
    const { clock, queue, worked } = setUp(0);
    for (const delay of [30, 10, 20]) queue.add("k", delay);
    clock.advance(100);
    expect(worked).toEqual([10]);
  });
  it("does not process a key while a worker has it", () => {
    const { clock, queue, worked } = setUp(50);
    queue.add("k", 10);
    clock.advance(20);
    queue.add("k", 5);
    clock.advance(100);
    expect(worked).toEqual([10, 60]);
  });
  it("S43 keeps the earliest delayed run, and an immediate run does not cancel it", () => {
    const { clock, queue, worked } = setUp(0);
    queue.addLater("k", 100);
    queue.addLater("k", 200);
    queue.add("k", 10);
    clock.advance(500);
    expect(worked).toEqual([10, 100]);
  });
  it("forgets a key", () => {
    const { clock, queue, worked } = setUp(0);
    queue.add("k", 10);
    queue.addLater("k", 10);
    queue.forget("k");
    clock.advance(100);
    expect(worked).toEqual([]);
  });
});

describe("a delayed watch", () => {
  it("delivers everything in order, each after its lag, and nothing after a stop", () => {
    const clock = createSimulatedClock(0);
    let emit: (event: StoreEvent) => void = () => {};
    const store = {
      subscribe(_resource: string, listener: (event: StoreEvent) => void) {
        emit = listener;
        return () => {
          emit = () => {};
        };
      },
    } as unknown as Store;
    const seen: string[] = [];
    const stop = watchWithDelay(store, clock, "pods", 4, ({ resourceVersion }) => seen.push(`${resourceVersion} at ${clock.nowMs()}`));
    const event = (resourceVersion: number) => emit({ type: "ADDED", object: {} as StoreEvent["object"], resourceVersion });
    event(1);
    event(2);
    clock.after(2, () => event(3));
    clock.advance(5);
    expect(seen).toEqual(["1 at 4", "2 at 4"]);
    clock.advance(5);
    expect(seen.at(-1)).toBe("3 at 6");
    event(4);
    stop();
    clock.advance(50);
    expect(seen).toHaveLength(3);
  });
});
