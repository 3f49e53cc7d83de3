import { expect, it } from "vitest";
import { LagTracker } from "./lag-tracker.ts";

it("C10 counts since the status has a number that differs, and restarts when the status changes", () => {
  const lags = new LagTracker();
  const record = (reported: number, derived: number, nowMs: number) => lags.record("numberReady", reported, derived, nowMs);
  expect(record(8, 8, 0)).toBeUndefined();
  expect(record(8, 6, 1000)).toBe(1000);
  // The derived number changes while the status stays.
  expect(record(8, 5, 4000)).toBe(1000);
  // A controller that writes is making progress.
  expect(record(7, 5, 5000)).toBe(5000);
  expect(record(5, 5, 6000)).toBeUndefined();
  expect(record(5, 6, 7000)).toBe(7000);
});

it("C10 keeps a separate time for each number", () => {
  const lags = new LagTracker();
  lags.record("numberReady", 8, 6, 1000);
  expect(lags.record("numberAvailable", 8, 6, 3000)).toBe(3000);
  expect(lags.record("numberReady", 8, 6, 3000)).toBe(1000);
});

it("C10 has no start time for a difference older than the watch", () => {
  const lags = new LagTracker();
  expect(lags.record("numberReady", 8, 6, undefined)).toBeUndefined();
  expect(lags.record("numberReady", 8, 6, 9000)).toBeUndefined();
  expect(lags.record("numberReady", 7, 6, 9500)).toBe(9500);
});
