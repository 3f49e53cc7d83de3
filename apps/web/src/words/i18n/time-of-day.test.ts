import { expect, it } from "vitest";
import { datedText } from "./dated-text.ts";
import { translator } from "./speak.ts";
import { dayOf, momentParts, momentText } from "./time-of-day.ts";

const NOON_MS = new Date(2026, 10, 21, 12, 0, 0).getTime();

it("a moment of another day has its date, also if it is less than a day ago", () => {
  expect(momentText(NOON_MS - 60_000, NOON_MS, true)).toBe("11:59:00");
  expect(momentText(NOON_MS - 13 * 3_600_000, NOON_MS, true)).toBe("yesterday 23:00:00");
  expect(momentText(dayOf(NOON_MS), NOON_MS)).toBe("00:00");
  expect(momentText(dayOf(NOON_MS) - 86_400_000, NOON_MS)).toBe("yesterday 00:00");
  expect(momentText(dayOf(NOON_MS) - 86_400_001, NOON_MS)).toBe("2026-11-19 23:59");
  expect(datedText(NOON_MS - 23 * 3_600_000, NOON_MS, true)).toBe("2026-11-20 13:00:00");
  expect(momentText(NOON_MS + 13 * 3_600_000, NOON_MS)).toBe("2026-11-22 01:00");
  expect(momentText(NOON_MS, dayOf(NOON_MS))).toBe("12:00");
  expect(momentParts(NOON_MS, NOON_MS - 86_400_000, true)).toEqual({ day: "2026-11-21", time: "12:00:00" });
});

it("yesterday is in the language of the page", () => {
  for (const language of ["zh-CN", "zh-TW"] as const) {
    translator.changeLanguage(language);
    expect(momentText(NOON_MS - 86_400_000, NOON_MS)).toBe("昨天 12:00");
  }
  translator.changeLanguage("en");
});

it("no other module of the page formats a time of day, so that each has its day", () => {
  const sources = Object.entries(
    import.meta.glob("../../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }) as Record<string, string>,
  );
  const others = sources.filter(
    ([path, text]) =>
      !/\.(test|fixture)\.|\/time-of-day\.ts$/.test(path) &&
      /getHours\(|toLocale(Time|Date)?String\(|DateTimeFormat\(|timeFormat\(/.test(text),
  );
  expect(sources.length).toBeGreaterThan(400);
  expect(others.map(([path]) => path)).toEqual([]);
});
