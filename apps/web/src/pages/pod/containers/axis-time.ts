import { momentParts } from "../../../words/i18n/time-of-day.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Returns the time format for an axis of this length. A short axis has seconds. An axis of more than a day has
 *  dates, and so has a time outside the day of `todayMs`. An axis of more than four days has dates only. */
export function axisTime(spanMs: number, todayMs: number): (atMs: number) => string {
  return (atMs) => {
    const isLong = spanMs > DAY;
    // With 0 as today, every time has its date.
    const { day, time } = momentParts(atMs, isLong ? 0 : todayMs, spanMs <= 5 * MINUTE);
    const monthAndDay = day.slice("2026-".length);
    return spanMs > 4 * DAY ? monthAndDay : `${monthAndDay} ${time}`.trim();
  };
}
