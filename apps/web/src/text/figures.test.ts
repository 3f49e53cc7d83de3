import { expect, it } from "vitest";
import { clockText, momentText } from "./figures.ts";

const NOON_MS = new Date(2026, 10, 21, 12, 0, 0).getTime();

it("a moment of another day of the reader carries its date, also where it is less than a day ago", () => {
  expect(momentText(NOON_MS - 60_000, NOON_MS, true)).toBe("11:59:00");
  expect(momentText(NOON_MS - 23 * 3_600_000, NOON_MS, true)).toBe("2026-11-20 13:00:00");
  expect(momentText(NOON_MS + 13 * 3_600_000, NOON_MS)).toBe("2026-11-22 01:00");
  expect(clockText(NOON_MS)).toBe("12:00");
});
