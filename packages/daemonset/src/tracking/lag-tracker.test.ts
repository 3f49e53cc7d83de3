import { expect, it } from "vitest";
import { LagTracker } from "./lag-tracker.ts";

it("C10 counts since the status has a number that differs, and restarts when the status changes", () => {
  const lags = new LagTracker();
  const look = (reported: number, derived: number, nowMs: number) => lags.look("numberReady", reported, derived, nowMs);
  expect(look(8, 8, 0)).toBeUndefined();
  expect(look(8, 6, 1000)).toBe(1000);
  // The derived number changes while the status stays.
  expect(look(8, 5, 4000)).toBe(1000);
  // A controller that writes is making progress.
  expect(look(7, 5, 5000)).toBe(5000);
  expect(look(5, 5, 6000)).toBeUndefined();
  expect(look(5, 6, 7000)).toBe(7000);
});

it("C10 keeps a separate time for each number", () => {
  const lags = new LagTracker();
  lags.look("numberReady", 8, 6, 1000);
  expect(lags.look("numberAvailable", 8, 6, 3000)).toBe(3000);
  expect(lags.look("numberReady", 8, 6, 3000)).toBe(1000);
});

it("C10 has no start time for a difference older than the watch", () => {
  const lags = new LagTracker();
  expect(lags.look("numberReady", 8, 6, undefined)).toBeUndefined();
  expect(lags.look("numberReady", 8, 6, 9000)).toBeUndefined();
  expect(lags.look("numberReady", 7, 6, 9500)).toBe(9500);
});
