import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { startTimeSlice } from "./time-slice.ts";

test("a time slice is over after its CPU time, or after four times as much elapsed time", () => {
  for (const [lastsMs, usesMs, isOver] of [
    [8, 8, false],
    [9, 9, true],
    [30, 7, false],
    [30, 9, true],
    [33, 1, true],
  ] as const) {
    const time = manualTime(0);
    const over = startTimeSlice(time.timers, 8);
    expect(over()).toBe(false);
    time.burn(lastsMs, usesMs);
    expect(over(), `${usesMs} of ${lastsMs} ms`).toBe(isOver);
  }
});

test("without CPU time, elapsed time limits a time slice", () => {
  let nowMs = 0;
  const over = startTimeSlice({ elapsedMs: () => nowMs }, 8);
  nowMs = 8;
  expect(over()).toBe(false);
  nowMs = 9;
  expect(over()).toBe(true);
});
