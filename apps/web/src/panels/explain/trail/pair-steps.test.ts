import { expect, it } from "vitest";
import { clearPairSteps, type PairStep, readPairSteps, setPairSteps, subscribeToPairSteps } from "./pair-steps.ts";

const step = (atMs: number): PairStep => ({ kind: "pairStep", atMs, words: String(atMs) });
const told = (...times: readonly number[]) => new Map(times.map((atMs) => [String(atMs), step(atMs)]));
const times = () => readPairSteps().map(({ atMs }) => atMs);

it("W10 keeps and merges the steps of a pair while it is open, and drops them afterwards", () => {
  const heard: (readonly number[])[] = [];
  const leave = subscribeToPairSteps(() => heard.push(times()));
  setPairSteps("a n1", told(20, 30));
  setPairSteps("a n1", told(10, 20));
  setPairSteps("a n2", told(5));
  clearPairSteps();
  leave();
  setPairSteps("a n1", told(1));
  expect(heard).toEqual([[20, 30], [10, 20, 30], [5], []]);
  clearPairSteps();
});
