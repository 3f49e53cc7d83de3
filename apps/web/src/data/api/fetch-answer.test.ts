import { expect, it } from "vitest";
import { ApiProblem, EpochMismatchError, retryDelayMs, shouldRetry } from "./fetch-answer.ts";

const BUSY = new ApiProblem(429, "Another preview of yours is still running.", { code: "PreviewRunning", params: { seconds: 1 } });

it.each([
  [0, new TypeError("Failed to fetch"), true],
  [0, new ApiProblem(503, "syncing"), true],
  [1, new ApiProblem(503, "syncing"), false],
  [0, new ApiProblem(404, "There is no node zzz."), false],
  [0, new ApiProblem(400, "bad"), false],
  [0, new ApiProblem(429, "a proxy limits requests"), false],
  [0, BUSY, true],
  [50, BUSY, true],
  [9, new EpochMismatchError("/api/node answered from another log"), true],
  [10, new EpochMismatchError("/api/node answered from another log"), false],
] as const)("after %i failures, the last %s, retries the request: %s", (failures, error, expected) => {
  expect(shouldRetry(failures, error)).toBe(expected);
});

it.each([
  [0, new EpochMismatchError("of the other replica"), 50],
  [2, new EpochMismatchError("of the other replica"), 50],
  [3, new EpochMismatchError("of another cluster"), 8000],
  [0, new ApiProblem(503, "syncing"), 1000],
  [9, new ApiProblem(503, "syncing"), 30_000],
  [0, BUSY, 1000],
  [9, BUSY, 30_000],
] as const)("after %i failures, the last %s, retries after %i ms", (failures, error, expected) => {
  expect(retryDelayMs(failures, error)).toBe(expected);
});
