import { expect, it } from "vitest";
import type { PodFacts } from "../pods/pod-facts.ts";
import { type ConvergenceInput, convergedPair } from "./converged-pair.ts";

const INPUT: ConvergenceInput = {
  isNodeReady: () => false,
  startsNoPod: () => true,
  isDeleted: () => false,
  hasGivenUp: () => false,
  isUpdated: () => false,
  isRolling: true,
  isSetChanged: true,
  nowMs: 0,
};

it("N2 I9 a step replaces no pod on a node that ends, whether its rejected pod exists at the moment or not", () => {
  const rejected = { ready: false } as PodFacts;
  for (const pods of [[], [rejected]])
    expect(convergedPair(INPUT, "n1", "run", "run", pods)).toMatchObject({ ghost: "same", isReplaced: false, isAvailable: false });
  expect(convergedPair(INPUT, "n1", "run", "run", [{ ...rejected, ready: true }])).toMatchObject({ ghost: "restarts", isReplaced: true });
});

it("I1 a missing pod comes because of a step, unless it was awaited already", () => {
  const input = {
    isNodeReady: () => true,
    startsNoPod: () => false,
    isDeleted: () => false,
    hasGivenUp: () => false,
    isUpdated: () => true,
    isRolling: true,
    nowMs: 0,
  };
  const ghostOf = (before: "run" | "exclude", isSetChanged: boolean) =>
    convergedPair({ ...input, isSetChanged } satisfies ConvergenceInput, "n1", before, "run", []).ghost;
  expect([ghostOf("run", false), ghostOf("run", true), ghostOf("exclude", false)]).toEqual(["same", "comes", "comes"]);
});
