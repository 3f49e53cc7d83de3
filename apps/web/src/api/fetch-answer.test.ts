import { expect, it } from "vitest";
import { ApiProblem, isWorthAnother, OtherLog } from "./fetch-answer.ts";

it.each([
  [0, new TypeError("Failed to fetch"), true],
  [0, new ApiProblem(503, "syncing"), true],
  [1, new ApiProblem(503, "syncing"), false],
  [0, new ApiProblem(404, "There is no node zzz."), false],
  [0, new ApiProblem(400, "bad"), false],
  [9, new OtherLog("/api/node answered from another log"), true],
  [10, new OtherLog("/api/node answered from another log"), false],
] as const)("after %i failures, the last %s, another try is worth it: %s", (failures, error, expected) => {
  expect(isWorthAnother(failures, error)).toBe(expected);
});
