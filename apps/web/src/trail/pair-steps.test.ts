import { expect, it } from "vitest";
import { forgetPairSteps, type PairStep, readPairSteps, subscribeToPairSteps, tellPairSteps } from "./pair-steps.ts";

const step = (atMs: number): PairStep => ({ kind: "pairStep", atMs, words: String(atMs) });
const told = (...times: readonly number[]) => new Map(times.map((atMs) => [String(atMs), step(atMs)]));
const times = () => readPairSteps().map(({ atMs }) => atMs);

it("W10 what was told of a pair stays while it is asked about, and goes with it", () => {
  const heard: (readonly number[])[] = [];
  const leave = subscribeToPairSteps(() => heard.push(times()));
  tellPairSteps("a n1", told(20, 30));
  tellPairSteps("a n1", told(10, 20));
  tellPairSteps("a n2", told(5));
  forgetPairSteps();
  leave();
  tellPairSteps("a n1", told(1));
  expect(heard).toEqual([[20, 30], [10, 20, 30], [5], []]);
  forgetPairSteps();
});
