import { expect, it } from "vitest";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { plainHttpTransport } from "../http/plain-http-transport.ts";
import { clockOffsetMs, ServerClock } from "./server-clock.ts";

const NOON = Date.parse("2026-11-24T12:00:00Z");
const HOUR_MS = 3_600_000;
const DATE_HEADER = "Tue, 24 Nov 2026 12:00:00 GMT";

it.each([
  ["the same second", DATE_HEADER, NOON + 400, NOON + 410, 0],
  ["a second that has just passed", DATE_HEADER, NOON + 1500, NOON + 1510, 0],
  ["an answer that took three seconds", DATE_HEADER, NOON - 2000, NOON + 1000, 0],
  ["a local clock that is an hour ahead", DATE_HEADER, NOON + HOUR_MS + 500, NOON + HOUR_MS + 500, -HOUR_MS],
  ["a local clock that is an hour behind", DATE_HEADER, NOON - HOUR_MS + 500, NOON - HOUR_MS + 500, HOUR_MS],
  ["a local clock that is ten seconds ahead, and a slow answer", DATE_HEADER, NOON + 10_000, NOON + 11_000, -10_000],
  ["no date", undefined, NOON, NOON, 0],
  ["an invalid date", "yesterday", NOON, NOON, 0],
] as const)("returns the offset for %s", (_name, date, requestedAtMs, receivedAtMs, offsetMs) => {
  expect(clockOffsetMs(date, requestedAtMs, receivedAtMs)).toBe(offsetMs);
});

it("returns whole milliseconds of elapsed time, unaffected by a change of the wall clock", () => {
  const time = manualTime();
  let wallMs = NOON;
  const clock = new ServerClock({
    transport: plainHttpTransport("http://127.0.0.1:1"),
    wallNowMs: () => wallMs,
    timers: time.timers,
    onDifference: () => undefined,
  });
  wallMs += HOUR_MS;
  time.pass(1500.7);
  expect(clock.nowMs()).toBe(NOON + 1500);
});
