import { dayOf, momentText } from "./time-of-day.ts";

/** Returns `03:42:10`, or `2026-11-21 03:42:10` if that is not the day of `dayMs`, which need not be today. */
export const datedText = (atMs: number, dayMs: number, hasSeconds = false): string =>
  momentText(atMs, dayOf(atMs) === dayOf(dayMs) ? atMs : 0, hasSeconds);
