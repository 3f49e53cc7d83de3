import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { drainInSlices, sliced } from "./drain-in-slices.ts";

test("long work yields the thread every few milliseconds, with the same result", async () => {
  const time = manualTime(0);
  const heard: string[] = [];
  function* work(): Generator<undefined, string> {
    for (let part = 0; part < 6; part++) {
      time.burn(5);
      heard.push(`part ${part}`);
      yield;
    }
    return "done";
  }
  const result = drainInSlices(work(), time.timers);
  while (time.waiting > 0) {
    heard.push("others");
    time.pass(0);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(heard).toEqual(["part 0", "part 1", "others", "part 2", "part 3", "others", "part 4", "part 5", "others"]);
  expect(await result).toBe("done");
});

test("short work completes before other tasks run", () => {
  let done = false;
  // biome-ignore lint/correctness/useYield: work of no parts
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
