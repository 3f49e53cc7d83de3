import fc from "fast-check";
import { expect, it } from "vitest";
import { timeMs } from "./time.ts";

const digits = (length: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });

it("parses a time like Date.parse, in any format", () => {
  const parsed = (time: string) => {
    const ms = Date.parse(time);
    return Number.isNaN(ms) ? undefined : ms;
  };
  const whole = fc
    .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 19)}Z`);
  const shaped = fc
    .tuple(digits(4), digits(2), digits(2), digits(2), digits(2), digits(2))
    .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const broken = fc
    .tuple(whole, fc.nat(19), fc.string({ maxLength: 2 }))
    .map(([time, at, put]) => time.slice(0, at) + put + time.slice(at + 1));
  const unusual = fc.constantFrom(
    "",
    "2026-02-28T23:59:59.123456Z",
    "2026-02-29T00:00:00Z",
    "2024-02-29T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:00+02:00",
    "0001-01-01T00:00:00Z",
    "never",
  );
  fc.assert(
    fc.property(fc.oneof(whole, shaped, broken, unusual), (time) => {
      expect(timeMs(time)).toBe(parsed(time));
    }),
    { seed: 20261124, numRuns: 3000 },
  );
  expect(timeMs(undefined)).toBeUndefined();
});
