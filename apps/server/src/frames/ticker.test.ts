import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { expect, test } from "vitest";
import { everyMs, Ticker, type TickInterval, type TickResult } from "./ticker.ts";

function tickerOn(result: () => TickResult, interval = everyMs(50)) {
  const time = manualTime(0);
  const ticks: number[] = [];
  const ticker = new Ticker({
    tick: () => {
      ticks.push(time.nowMs());
      return result();
    },
    interval: () => interval,
    clock: time.clock,
    timers: time.timers,
  });
  return { time, ticks, ticker };
}
const published: TickResult = { published: true, nextWakeAtMs: undefined };
const nothing: TickResult = { published: false, nextWakeAtMs: undefined };

test("F5 after a quiet time a change is sent at once, then at most once per interval", () => {
  const { time, ticks, ticker } = tickerOn(() => published);
  for (let at = 0; at < 200; at++) {
    ticker.wake();
    time.pass(1);
  }
  expect(ticks).toEqual([0, 50, 100, 150, 200]);
  time.pass(1000);
  ticker.wake();
  time.pass();
  expect(ticks.at(-1)).toBe(time.nowMs());
});

const ROLLOUT: TickInterval = { leadMs: 8, fewMs: 28, manyMs: 5 };

test("F5 in a rollout the changes of one cause are one tick, after a lead", () => {
  const { time, ticks, ticker } = tickerOn(() => published, ROLLOUT);
  ticker.wake();
  time.pass(1000);
  ticks.length = 0;
  for (let change = 0; change < 3; change++) {
    ticker.wake();
    time.pass(3);
  }
  time.pass(1000);
  expect(ticks).toEqual([1008]);
});

test("F5 in a rollout the interval is short with many pending changes", () => {
  // 100, 400 and 4,000 changes a second.
  for (const [everyMs, apartMs] of [
    [10, 28],
    [2.5, 28],
    [0.25, 10],
  ] as const) {
    const { time, ticks, ticker } = tickerOn(() => published, ROLLOUT);
    for (let atMs = 0; atMs < 2000; atMs += everyMs) {
      ticker.wake();
      time.pass(everyMs);
    }
    const apart = ticks.slice(1).map((atMs, at) => atMs - (ticks[at] ?? 0));
    expect(Math.max(...apart.slice(2)), `${everyMs}`).toBeLessThanOrEqual(apartMs);
    expect(ticks.length, `${everyMs}`).toBeLessThanOrEqual(2000 / apartMs + 3);
  }
});

test("F5 an empty tick does not delay the next change", () => {
  let result = nothing;
  const { time, ticks, ticker } = tickerOn(() => result);
  ticker.wake();
  time.pass(1);
  result = published;
  ticker.wake();
  time.pass();
  expect(ticks).toEqual([0, 1]);
});

test("F5 without a wake and a due time there is no timer", () => {
  const { time, ticker } = tickerOn(() => published);
  ticker.wake();
  time.pass(1000);
  expect(time.waiting).toBe(0);
});

test("a long tick is followed by a rest of the same length", () => {
  const { time, ticks, ticker } = tickerOn(() => {
    time.burn(100);
    return published;
  });
  ticker.wake();
  time.pass();
  ticker.wake();
  time.pass(1000);
  expect(ticks).toEqual([0, 200]);
});

/** Returns the intervals between the starts of successive ticks, milliseconds. `changes` changes arrive in each quarter
 *  of a millisecond. */
function ticksApart(burn: (time: ReturnType<typeof manualTime>, tick: number) => void, changes: number, steps: number): readonly number[] {
  const { time, ticks, ticker } = tickerOn(
    () => {
      burn(time, ticks.length);
      return published;
    },
    { leadMs: 0, fewMs: 16, manyMs: 5 },
  );
  let due = 0;
  for (let at = 0; at < steps; at++) {
    for (due += changes; due >= 1; due--) ticker.wake();
    time.pass(0.25);
  }
  return ticks.slice(1).map((atMs, at) => atMs - (ticks[at] ?? 0));
}

test("F5 under load the interval is twice the duration of a tick, from the shortest interval on", () => {
  for (const [tookMs, apartMs] of [
    [0.25, 5],
    [2, 5],
    [4, 8],
    [8, 16],
    [10, 20],
  ] as const) {
    const apart = ticksApart((time) => time.burn(tookMs), 10, 12_000).slice(60);
    expect(Math.max(...apart), `${tookMs} ms a tick`).toBeCloseTo(apartMs, 0);
    expect(Math.min(...apart), `${tookMs} ms a tick`).toBeCloseTo(apartMs, 0);
  }
});

test("F5 under low load ticks keep the long interval, and under load they shorten it at once", () => {
  // 500, 2,000, 4,000 and 10,000 changes a second.
  for (const [changes, apartMs] of [
    [0.125, 16],
    [0.5, 16],
    [1, 10],
    [2.5, 5],
  ] as const) {
    const apart = ticksApart((time) => time.burn(0.25), changes, 4000).slice(1);
    expect(Math.min(...apart), `${changes} changes`).toBeGreaterThanOrEqual(apartMs);
    expect(Math.max(...apart), `${changes} changes`).toBeLessThanOrEqual(apartMs + 2);
  }
});

test("F5 after a tick with a garbage collection the rest is spread over several ticks, which take half of the time in total", () => {
  const apart = ticksApart((time, tick) => time.burn(tick % 50 === 49 ? 74 : 4), 10, 40_000);
  // The longest tick itself lasts 74 ms.
  expect(Math.max(...apart)).toBeLessThanOrEqual(74 + 1);
  const work = apart.reduce((sum, _, at) => sum + (at % 50 === 48 ? 74 : 4), 0);
  expect(work / apart.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1 / 2 + 0.01);
});

test("F5 a quiet time counts as the accumulated rest", () => {
  const { time, ticks, ticker } = tickerOn(
    () => {
      time.burn(40);
      return published;
    },
    { leadMs: 0, fewMs: 16, manyMs: 5 },
  );
  const wait = (ms: number) => {
    ticker.wake();
    time.pass(ms);
  };
  for (let at = 0; at < 100; at++) wait(20);
  const [before = 0, last = 0] = ticks.slice(-2);
  expect(last - before).toBeGreaterThan(75);
  time.pass(2000);
  wait(0);
  wait(40);
  wait(60);
  const [first = 0, second = 0] = ticks.slice(-2);
  expect(second - first).toBeLessThanOrEqual(41);
});

test("F5 a rest depends on the CPU time of a tick, and not on that of other tasks", () => {
  const { time, ticks, ticker } = tickerOn(() => {
    time.burn(100, 4);
    return published;
  });
  ticker.wake();
  time.pass();
  ticker.wake();
  time.pass(1000);
  expect(ticks).toEqual([0, 50]);
});

test("F5 a wake during a tick in time slices causes another tick, because it may have come too late", () => {
  const parts: TickResult[] = [{ ...nothing, goesOn: true }, { ...nothing, goesOn: true }, published, nothing];
  const { time, ticks, ticker } = tickerOn(() => {
    // Wakes during a time slice, and between it and the next one.
    if (parts.length > 2) ticker.wake();
    time.timers.soon(() => ticks.length < 3 && ticker.wake());
    return parts.shift() ?? nothing;
  });
  ticker.wake();
  time.pass();
  expect(ticks).toEqual([0, 0, 0]);
  time.pass(49);
  expect(ticks).toEqual([0, 0, 0]);
  time.pass(1000);
  expect(ticks).toEqual([0, 0, 0, 50]);
  expect(time.waiting).toBe(0);
});

test.each([
  ["for their total time, if no other task ran between them", [40, 40, 40], 0, 240],
  ["for their total time, less the time of other tasks", [40, 40, 40], 30, 240],
  ["not at all if other tasks took that time", [40, 40, 40], 90, 300],
  ["a quarter of a second at most, because the stream shows an older state meanwhile", [200, 200, 200], 0, 850],
])("a tick in time slices rests, from its first part on, %s", (_, parts, othersMs, nextMs) => {
  const left = [...parts];
  const { time, ticks, ticker } = tickerOn(() => {
    time.burn(left.shift() ?? 0);
    if (left.length > 0) time.timers.soon(() => time.burn(othersMs));
    return left.length > 0 ? { ...nothing, goesOn: true } : published;
  });
  ticker.wake();
  time.pass();
  ticker.wake();
  time.pass(2000);
  expect(ticks.at(-1)).toBe(nextMs);
});

test("a requested tick during one in time slices runs right after it, without a rest", () => {
  const left: TickResult[] = [{ ...nothing, goesOn: true }, published, published];
  const { time, ticks, ticker } = tickerOn(() => {
    time.burn(10);
    return left.shift() ?? nothing;
  });
  ticker.wake();
  time.timers.soon(() => ticker.runNow());
  time.pass(25);
  expect(ticks).toEqual([0, 10, 20]);
});

test("wakes once at the time at which the state changes by itself", () => {
  const wakeUp: { atMs: number | undefined } = { atMs: 400 };
  const { time, ticks, ticker } = tickerOn(() => ({ published: false, nextWakeAtMs: wakeUp.atMs }));
  ticker.wake();
  time.pass(399);
  wakeUp.atMs = undefined;
  time.pass(1);
  expect(ticks).toEqual([0, 400]);
  expect(time.waiting).toBe(0);
});

test("an overdue wake-up does not spin", () => {
  const { time, ticks, ticker } = tickerOn(() => ({ published: false, nextWakeAtMs: 0 }));
  ticker.wake();
  time.pass(1600);
  expect(ticks.length).toBeLessThanOrEqual(101);
});

test("after close there is no tick", () => {
  const { time, ticks, ticker } = tickerOn(() => published);
  ticker.wake();
  ticker.close();
  ticker.wake();
  time.pass(1000);
  expect(ticks).toEqual([]);
});
