import { expect, it } from "vitest";
import { clearPairSteps, type PairStep, readPairSteps, setPairSteps, subscribeToPairSteps } from "./pair-steps.ts";

const step = (atMs: number): PairStep => ({ kind: "pairStep", atMs, words: String(atMs) });
const stepsAt = (...times: readonly number[]) => new Map(times.map((atMs) => [String(atMs), step(atMs)]));
const times = () => readPairSteps().map(({ atMs }) => atMs);

it("W10 keeps and merges the steps of a pair while it is open, and drops them afterwards", () => {
  const notified: (readonly number[])[] = [];
  const leave = subscribeToPairSteps(() => notified.push(times()));
  setPairSteps("a n1", stepsAt(20, 30));
  setPairSteps("a n1", stepsAt(10, 20));
  setPairSteps("a n2", stepsAt(5));
  clearPairSteps();
  leave();
  setPairSteps("a n1", stepsAt(1));
  expect(notified).toEqual([[20, 30], [10, 20, 30], [5], []]);
  clearPairSteps();
});
