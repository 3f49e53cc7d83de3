import { describe, expect, it } from "vitest";
import { BarLoop, type BarView, type FrameClock } from "./bar-loop.ts";
import { type BarShape, MARK_MS, MovingBar } from "./moving-bar.ts";

/** A manual clock, with frames every 20 ms. */
function clockByHand() {
  let nowMs = 0;
  let steps: (() => void)[] = [];
  let waits: { readonly atMs: number; readonly call: () => void }[] = [];
  let frames = 0;
  const clock: FrameClock = {
    nowMs: () => nowMs,
    eachFrame: (step) => {
      steps.push(step);
      return () => {
        steps = steps.filter((each) => each !== step);
      };
    },
    after: (ms, call) => {
      const wait = { atMs: nowMs + ms, call };
      waits.push(wait);
      return () => {
        waits = waits.filter((each) => each !== wait);
      };
    },
  };
  const pass = (ms: number) => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += 20;
      const due = waits.filter(({ atMs }) => atMs <= nowMs);
      waits = waits.filter(({ atMs }) => atMs > nowMs);
      for (const { call } of due) call();
      if (steps.length > 0) frames++;
      for (const step of [...steps]) step();
    }
  };
  return { clock, pass, loops: () => steps.length, frames: () => frames };
}

const shapeOf = (count: number): BarShape => ({ edges: [0, count * 10], counts: [count], width: 400, pxPerCount: 10 });

function viewInto(drawn: (number | undefined)[], isVisible = true) {
  const marked: boolean[] = [];
  const view: BarView = {
    isVisible,
    draw: (bar, nowMs) => {
      drawn.push(bar.edgesAt(nowMs)[1]);
      marked.push(bar.markedAt(0, nowMs) !== 0);
    },
  };
  return { view, marked };
}

describe("the animation loop of the bars", () => {
  it("draws a bar while it moves, and then requests no further frames", () => {
    const { clock, pass, loops } = clockByHand();
    const loop = new BarLoop(clock);
    const bar = new MovingBar(shapeOf(10));
    const drawn: (number | undefined)[] = [];
    loop.attach(bar, viewInto(drawn).view);
    expect([drawn, loops()]).toEqual([[100], 0]);
    loop.show(bar, shapeOf(20), "glide");
    pass(240);
    expect(drawn.slice(0, 2)).toEqual([100, 100]);
    expect(drawn.at(-1)).toBe(200);
    expect(drawn.length).toBe(14);
    expect(loops()).toBe(0);
  });
  it("is one loop for all bars", () => {
    const { clock, pass, loops } = clockByHand();
    const loop = new BarLoop(clock);
    const bars = Array.from({ length: 50 }, () => new MovingBar(shapeOf(10)));
    for (const bar of bars) loop.attach(bar, viewInto([]).view);
    for (const bar of bars) {
      loop.show(bar, shapeOf(20), "glide");
      expect(loops()).toBe(1);
    }
    pass(400);
    expect(loops()).toBe(0);
  });
  it("skips a bar outside the viewport, and draws its current state when it enters", () => {
    const { clock, pass, loops } = clockByHand();
    const loop = new BarLoop(clock);
    const bar = new MovingBar(shapeOf(10));
    const drawn: (number | undefined)[] = [];
    const { view } = viewInto(drawn, false);
    loop.attach(bar, view);
    loop.show(bar, shapeOf(20), "glide");
    pass(100);
    expect([drawn, loops()]).toEqual([[100], 0]);
    loop.see(bar, view, true);
    expect(drawn.at(-1)).toBeGreaterThan(100);
    expect(drawn.at(-1)).toBeLessThan(200);
    pass(200);
    expect(drawn.at(-1)).toBe(200);
  });
  it("removes the mark after a second, without frames in between", () => {
    const { clock, pass, frames } = clockByHand();
    const loop = new BarLoop(clock);
    const bar = new MovingBar(shapeOf(10));
    const { view, marked } = viewInto([]);
    loop.attach(bar, view);
    loop.show(bar, shapeOf(20), "glide");
    pass(240);
    const moved = frames();
    expect(marked.at(-1)).toBe(true);
    pass(MARK_MS - 240);
    expect(marked.at(-1)).toBe(false);
    expect(frames()).toBe(moved);
  });
  it("animates a bar whose view is attached late, from its old length", () => {
    const { clock, pass } = clockByHand();
    const loop = new BarLoop(clock);
    const bar = new MovingBar(shapeOf(10));
    const drawn: (number | undefined)[] = [];
    loop.show(bar, shapeOf(20), "glide");
    loop.attach(bar, viewInto(drawn).view);
    expect(drawn).toEqual([100]);
    pass(240);
    expect(drawn.at(-1)).toBe(200);
  });
});
