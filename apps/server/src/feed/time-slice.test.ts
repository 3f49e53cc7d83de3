import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startTimeSlice } from "./time-slice.ts";

const SEED = Number(process.env.SEED ?? 20261201);

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

test(`a time slice ends as if each check read the processor time, seed ${SEED}`, () => {
  const work = fc.record({ lastsUs: fc.nat({ max: 1000 }), usedPart: fc.constantFrom(0, 0.1, 0.5, 1) });
  fc.assert(
    fc.property(fc.array(work, { minLength: 100, maxLength: 300 }), (steps) => {
      let [lastedUs, usedUs] = [0, 0];
      const over = startTimeSlice({ elapsedMs: () => lastedUs / 1000, usedMs: () => usedUs / 1000 }, 8);
      for (const { lastsUs, usedPart } of steps) {
        lastedUs += lastsUs;
        usedUs += lastsUs * usedPart;
        const isOver = lastedUs > 8000 && (usedUs > 8000 || lastedUs > 32_000);
        expect(over()).toBe(isOver);
        if (isOver) break;
      }
    }),
    { seed: SEED },
  );
});

test("a time slice with a tenth of a processor reads the processor time five times in 900 checks", () => {
  const time = manualTime(0);
  let reads = 0;
  const usedMs = () => {
    reads++;
    return time.timers.usedMs?.() ?? 0;
  };
  const over = startTimeSlice({ elapsedMs: time.timers.elapsedMs, usedMs }, 8);
  for (let check = 0; check < 900; check++) {
    time.burn(0.032, 0.0032);
    expect(over()).toBe(false);
  }
  expect(reads).toBe(5);
});
