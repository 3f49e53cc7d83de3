import { expect, it } from "vitest";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { IdleTimeout, pauseAwareTimers } from "./idle-timeout.ts";
import { pausableTransport } from "./pausable-transport.ts";

it("calls back once after the whole limit without data, and not after it is cancelled", () => {
  const time = manualTime();
  let silences = 0;
  const silence = new IdleTimeout(time.timers, 100, () => {
    silences++;
  });
  for (let turn = 0; turn < 30; turn++) {
    time.pass(40);
    silence.restart(100);
  }
  time.pass(99);
  expect(silences).toBe(0);
  time.pass(1);
  time.pass(500);
  expect(silences).toBe(1);
  const other = new IdleTimeout(time.timers, 100, () => {
    silences++;
  });
  other.cancel();
  time.pass(500);
  expect(silences).toBe(1);
});

it("uses another limit from the moment it is set", () => {
  const time = manualTime();
  let silences = 0;
  const silence = new IdleTimeout(time.timers, 1000, () => {
    silences++;
  });
  time.pass(10);
  silence.restart(50);
  time.pass(49);
  expect(silences).toBe(0);
  time.pass(1);
  expect(silences).toBe(1);
});

it("counts only the time in which data was read, not the time of a pause", () => {
  const time = manualTime();
  const { transport, hold, goOn } = pausableTransport(
    { server: "http://127.0.0.1:1", get: () => Promise.reject(new Error("not asked")) },
    time.timers,
  );
  let silences = 0;
  new IdleTimeout(pauseAwareTimers(transport, time.timers), 100, () => {
    silences++;
  });
  time.pass(95);
  hold();
  time.pass(60_000);
  expect([silences, time.waiting]).toEqual([0, 1]);
  goOn();
  time.pass(4);
  expect(silences).toBe(0);
  time.pass(10);
  expect(silences).toBe(1);
});
