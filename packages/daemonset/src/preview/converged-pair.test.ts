import { expect, it } from "vitest";
import { type ConvergenceInput, convergedPair } from "./converged-pair.ts";

it("I1 a missing pod comes because of a step, unless it was awaited already", () => {
  const input = {
    isNodeReady: () => true,
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
