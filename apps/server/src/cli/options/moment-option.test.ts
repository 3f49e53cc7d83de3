import { describe, expect, it } from "vitest";
import { timeInZone, UTC } from "../../platform/text/local-time.ts";
import { momentOf, parseMoment } from "./moment-option.ts";

/** Berlin: summer time until 2026-10-25T01:00Z. */
const berlin = (atMs: number) => (atMs < Date.UTC(2026, 9, 25, 1) ? 120 : 60);
const END_MS = Date.UTC(2026, 9, 25, 3, 0, 0);
const momentAt = (text: string, endMs = END_MS) => {
  const moment = parseMoment("at", text, berlin);
  return timeInZone(momentOf(moment, endMs), moment.zone);
};

describe("a typed moment", () => {
  it.each([
    // The end is 04:00 in Berlin.
    ["-30m", "2026-10-25T03:30:00+01:00"],
    ["30m", "2026-10-25T03:30:00+01:00"],
    ["5m ago", "2026-10-25T03:55:00+01:00"],
    ["1h30m", "2026-10-25T02:30:00+01:00"],
    ["1d", "2026-10-24T05:00:00+02:00"],
    ["03:14", "2026-10-25T03:14:00+01:00"],
    ["01:30", "2026-10-25T01:30:00+02:00"],
    ["05:00:30", "2026-10-24T05:00:30+02:00"],
    ["02:14Z", "2026-10-25T02:14:00Z"],
    ["02:14+08:00", "2026-10-25T02:14:00+08:00"],
    ["2026-10-25 03:14", "2026-10-25T03:14:00+01:00"],
    ["2026-10-24T12:00:05", "2026-10-24T12:00:05+02:00"],
    ["2026-10-24T12:00:05+02:00", "2026-10-24T12:00:05+02:00"],
    ["2026-10-24T12:00Z", "2026-10-24T12:00:00Z"],
    ["2026-10-24T12:00:00.5Z", "2026-10-24T12:00:00Z"],
    [String(Date.UTC(2026, 9, 24)), "2026-10-24T00:00:00Z"],
  ])("%s is %s", (text, time) => {
    expect(momentAt(text)).toBe(time);
  });
  it("keeps milliseconds of an exact time", () => {
    expect(momentOf(parseMoment("at", "2026-10-24T12:00:00.125Z", UTC), END_MS) % 1000).toBe(125);
  });
  it.each([
    "noon",
    "",
    "24:00",
    "02:14+99:99",
    "02:14+05:75",
    "2026-02-31T12:00",
    "2026-02-31T12:00:00Z",
    "25:00",
    "2026-13-01T00:00:00Z",
    "2026-10-24",
    "m",
    "30 x",
    "ago",
  ])("refuses %j", (text) => {
    expect(() => parseMoment("at", text, berlin)).toThrow(`invalid --at "${text}": use a time (`);
  });
});
