import { expect, test } from "vitest";
import { exactSeconds } from "../harness/exact-seconds.mjs";

const at = (atMs: number, ready: number) => ({ atMs, counts: [10, ready] });
const sampledAt = (atMs: number, statuses: ReturnType<typeof at>[], shown: ReturnType<typeof at>[]) =>
  exactSeconds(statuses, shown, atMs, atMs + 1);

test("counts of the page are exact if they are the latest of the raw watch, or its next ones within 100 ms", () => {
  const statuses = [at(0, 1), at(500, 2), at(1050, 3)];
  expect(sampledAt(1000, statuses, [at(20, 1), at(520, 2)])).toEqual({ seconds: 1, exact: 1, recent: 1, oldestMs: 0 });
  expect(sampledAt(1000, statuses, [at(520, 2), at(990, 3)])).toEqual({ seconds: 1, exact: 1, recent: 1, oldestMs: 0 });
  expect(sampledAt(900, statuses, [at(520, 2), at(890, 3)])).toEqual({ seconds: 1, exact: 0, recent: 0, oldestMs: 0 });
});

test("other counts are as old as the status that replaced them", () => {
  const statuses = [at(0, 1), at(500, 2), at(950, 3)];
  expect(sampledAt(1000, statuses, [at(520, 2)])).toEqual({ seconds: 1, exact: 0, recent: 1, oldestMs: 50 });
  expect(sampledAt(1000, statuses, [at(20, 1)])).toEqual({ seconds: 1, exact: 0, recent: 0, oldestMs: 500 });
});

test("counts seconds in which both are known", () => {
  const statuses = [at(1500, 1), at(3200, 2)];
  expect(exactSeconds(statuses, [at(2500, 1), at(3250, 2)], 0, 5000)).toEqual({ seconds: 2, exact: 2, recent: 2, oldestMs: 0 });
  expect(exactSeconds([], [], 0, 5000)).toEqual({ seconds: 0, exact: 0, recent: 0, oldestMs: 0 });
});
