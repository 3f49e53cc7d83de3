import { expect, test } from "vitest";
import { manualTime } from "../manual-time.fixture.ts";
import { Ticker, type TickInterval, type TickResult } from "./ticker.ts";

function tickerOn(result: () => TickResult, interval: TickInterval = { leastMs: 50, enoughMs: 50 }) {
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
const published: TickResult = { published: true, nextLookAtMs: undefined };
const nothing: TickResult = { published: false, nextLookAtMs: undefined };

test("F5 after a quiet time a change goes out at once, then at most once an interval", () => {
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

test("F5 a tick that found nothing does not make the next change wait", () => {
  let result = nothing;
  const { time, ticks, ticker } = tickerOn(() => result);
  ticker.wake();
  time.pass(1);
  result = published;
  ticker.wake();
  time.pass();
  expect(ticks).toEqual([0, 1]);
});

test("F5 with nothing woken and nothing due there is no timer", () => {
  const { time, ticker } = tickerOn(() => published);
  ticker.wake();
  time.pass(1000);
  expect(time.waiting).toBe(0);
});

test("a tick that takes long rests three times as long", () => {
  const { time, ticks, ticker } = tickerOn(() => {
    time.burn(100);
    return published;
  });
  ticker.wake();
  time.pass();
  ticker.wake();
  time.pass(1000);
  expect(ticks).toEqual([0, 300]);
});

test("F5 the time between two ticks goes by what one takes, between the shortest and what is enough", () => {
  for (const [tookMs, apartMs] of [
    [0.25, 5],
    [2, 8],
    [4, 16],
    [5, 16],
    [10, 30],
  ] as const) {
    const { time, ticks, ticker } = tickerOn(
      () => {
        time.burn(tookMs);
        return published;
      },
      { leastMs: 5, enoughMs: 16 },
    );
    for (let at = 0; at < 400; at++) {
      ticker.wake();
      time.pass(0.25);
    }
    const apart = ticks.slice(1).map((atMs, at) => atMs - (ticks[at] ?? 0));
    expect(Math.max(...apart), `${tookMs} ms a tick`).toBeCloseTo(apartMs, 0);
    expect(Math.min(...apart), `${tookMs} ms a tick`).toBeCloseTo(apartMs, 0);
  }
});

test("F5 a tick rests for what it took of the processor, and not for how long others had it", () => {
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

test("F5 what wakes a tick that goes on in parts is ticked after it: it came too late for what was looked at before", () => {
  const parts: TickResult[] = [{ ...nothing, goesOn: true }, { ...nothing, goesOn: true }, published, nothing];
  const { time, ticks, ticker } = tickerOn(() => {
    // In the part itself, and between this one and the next.
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
  ["three times as long as all of them, where nobody else had the thread between", [20, 20, 20], 0, 180],
  ["as long as others did not have the thread between", [20, 20, 20], 60, 180],
  ["not at all where others had it three times as long", [20, 20, 20], 100, 260],
  ["a quarter of a second at most: the stream shows an older state meanwhile", [200, 200, 200], 0, 850],
])("a tick that goes on in parts rests, from its first part on, %s", (_, parts, othersMs, nextMs) => {
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

test("who ticks now while a tick goes on in parts is ticked right after it, without a rest", () => {
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

test("what time alone changes is looked at when it is due, once", () => {
  const look: { atMs: number | undefined } = { atMs: 400 };
  const { time, ticks, ticker } = tickerOn(() => ({ published: false, nextLookAtMs: look.atMs }));
  ticker.wake();
  time.pass(399);
  look.atMs = undefined;
  time.pass(1);
  expect(ticks).toEqual([0, 400]);
  expect(time.waiting).toBe(0);
});

test("a look that stays overdue does not spin", () => {
  const { time, ticks, ticker } = tickerOn(() => ({ published: false, nextLookAtMs: 0 }));
  ticker.wake();
  time.pass(1600);
  expect(ticks.length).toBeLessThanOrEqual(101);
});

test("after close nothing ticks", () => {
  const { time, ticks, ticker } = tickerOn(() => published);
  ticker.wake();
  ticker.close();
  ticker.wake();
  time.pass(1000);
  expect(ticks).toEqual([]);
});
