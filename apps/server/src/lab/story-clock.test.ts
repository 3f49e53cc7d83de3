import { createSimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { expect, test } from "vitest";
import { StoryClock } from "./story-clock.ts";

test.each([100_017, 130_000, 247_123, 1_000_001, 3_599_999])(
  "a jump of %i ms ends at its target, and runs everything due by then",
  async (ms) => {
    const clock = createSimulatedClock(1_767_614_400_000);
    let done = 0;
    clock.after(ms, () => {
      done++;
    });
    const story = new StoryClock({
      clock,
      timers: {
        elapsedMs: () => 0,
        after(_delayMs, callback) {
          const handle = setImmediate(callback);
          return { cancel: () => clearImmediate(handle) };
        },
        soon: () => ({ cancel: () => undefined }),
      },
      wallNowMs: () => 0,
      speed: 1,
    });
    await story.advance(ms);
    expect(done).toBe(1);
    expect(clock.nowMs()).toBe(1_767_614_400_000 + ms);
  },
);
