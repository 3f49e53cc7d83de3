import { expect, it } from "vitest";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { IdleTimeout, pauseAwareTimers } from "./idle-timeout.ts";
import { pausableTransport } from "./pausable-transport.ts";

it("calls back once after the whole limit without data, and not after it is cancelled", () => {
  const time = manualTime();
  let timeouts = 0;
  const timeout = new IdleTimeout(time.timers, 100, () => {
    timeouts++;
  });
  for (let turn = 0; turn < 30; turn++) {
    time.pass(40);
    timeout.restart(100);
  }
  time.pass(99);
  expect(timeouts).toBe(0);
  time.pass(1);
  time.pass(500);
  expect(timeouts).toBe(1);
  const other = new IdleTimeout(time.timers, 100, () => {
    timeouts++;
  });
  other.cancel();
  time.pass(500);
  expect(timeouts).toBe(1);
});

it("uses another limit from the moment it is set", () => {
  const time = manualTime();
  let timeouts = 0;
  const timeout = new IdleTimeout(time.timers, 1000, () => {
    timeouts++;
  });
  time.pass(10);
  timeout.restart(50);
  time.pass(49);
  expect(timeouts).toBe(0);
  time.pass(1);
  expect(timeouts).toBe(1);
});

it("counts only the time in which data was read, not the time of a pause", () => {
  const time = manualTime();
  const { transport, hold, goOn } = pausableTransport(
    { server: "http://127.0.0.1:1", get: () => Promise.reject(new Error("not asked")) },
    time.timers,
  );
  let timeouts = 0;
  new IdleTimeout(pauseAwareTimers(transport, time.timers), 100, () => {
    timeouts++;
  });
  time.pass(95);
  hold();
  time.pass(60_000);
  expect([timeouts, time.waiting]).toEqual([0, 1]);
  goOn();
  time.pass(4);
  expect(timeouts).toBe(0);
  time.pass(10);
  expect(timeouts).toBe(1);
});
