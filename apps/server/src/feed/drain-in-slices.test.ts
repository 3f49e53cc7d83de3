import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { drainInSlices, sliced } from "./drain-in-slices.ts";

test("long work yields the thread every few milliseconds, with the same result", async () => {
  const time = manualTime(0);
  const executed: string[] = [];
  function* work(): Generator<undefined, string> {
    for (let part = 0; part < 6; part++) {
      time.burn(5);
      executed.push(`part ${part}`);
      yield;
    }
    return "done";
  }
  const result = drainInSlices(work(), time.timers);
  while (time.waiting > 0) {
    executed.push("others");
    time.pass(0);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(executed).toEqual(["part 0", "part 1", "others", "part 2", "part 3", "others", "part 4", "part 5", "others"]);
  expect(await result).toBe("done");
});

test("a turn of the event loop runs one slice regardless of the number of tasks, in order of arrival", async () => {
  const time = manualTime(0);
  /** Like `setImmediate`: what a callback adds runs in the next turn. */
  let waiting: (() => void)[] = [];
  const soon = (callback: () => void) => {
    waiting.push(callback);
    return { cancel: () => undefined };
  };
  const timers = { ...time.timers, soon };
  const turns: string[][] = [];
  function* work(name: string): Generator<undefined, void> {
    for (let part = 0; part < 3; part++) {
      time.burn(9);
      turns.at(-1)?.push(name);
      yield;
    }
  }
  turns.push([]);
  const all = ["a", "b", "c"].map((name) => drainInSlices(work(name), timers));
  while (waiting.length > 0) {
    const due = waiting;
    waiting = [];
    turns.push([]);
    for (const callback of due) callback();
    for (let at = 0; at < 4; at++) await Promise.resolve();
  }
  await Promise.all(all);
  // Each task starts in the caller's turn. The last turn of each finds nothing left to do.
  expect(turns).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"], ["a"], ["b"], ["c"], [], [], []]);
});

test("short work completes before other tasks run", () => {
  let done = false;
  // biome-ignore lint/correctness/useYield: work without slices
  function* work(): Generator<undefined, void> {
    done = true;
  }
  void drainInSlices(work(), manualTime(0).timers);
  expect(done).toBe(true);
});

test("previews run in slices of at most eight milliseconds, also if they have several pieces", async () => {
  const time = manualTime(0);
  const { signal } = new AbortController();
  /** Parts that ran since the event loop last turned. */
  let slice = 0;
  const slices: number[] = [];
  function* work(): Generator<undefined, void> {
    for (let part = 0; part < 20; part++) {
      time.burn(1);
      slice++;
      yield;
    }
  }
  const run = sliced(time.timers, signal);
  let isOver = false;
  const both = run(work())
    .then(() => run(work()))
    .then(() => {
      isOver = true;
    });
  while (!isOver) {
    slices.push(slice);
    slice = 0;
    time.pass(0);
    for (let at = 0; at < 10; at++) await Promise.resolve();
  }
  slices.push(slice);
  await both;
  expect(slices.filter((parts) => parts > 0)).toEqual([8, 8, 8, 8, 8]);
});

test("work in slices ends with the reason of its signal at the next slice", async () => {
  const time = manualTime(0);
  const end = new AbortController();
  let parts = 0;
  function* endless(): Generator<undefined, void> {
    for (;;) {
      time.burn(3);
      parts++;
      yield;
    }
  }
  const running = sliced(time.timers, end.signal)(endless());
  time.pass(0);
  await Promise.resolve();
  await Promise.resolve();
  end.abort(new Error("the client left"));
  time.pass(0);
  await expect(running).rejects.toThrow("the client left");
  expect(parts).toBe(3);
});
