import { momentParts } from "../i18n/time-of-day.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Returns how times of an axis of this length are written: with seconds on a short one, with the date on one of more than a day or if the day is not that of `todayMs`. */
export function axisTime(spanMs: number, todayMs: number): (atMs: number) => string {
  return (atMs) => {
    const isLong = spanMs > DAY;
    // No day is that of the epoch.
    const { day, time } = momentParts(atMs, isLong ? 0 : todayMs, spanMs <= 5 * MINUTE);
    const monthAndDay = day.slice("2026-".length);
    return spanMs > 4 * DAY ? monthAndDay : `${monthAndDay} ${time}`.trim();
  };
}
