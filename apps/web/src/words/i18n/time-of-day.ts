import { translator } from "./speak.ts";

const MINUTES = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

const SECONDS = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Formats `2026-11-21`, which is equal in all supported languages, and sortable. */
const DAYS = new Intl.DateTimeFormat("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });

/** Returns the word for the day before today in the language of the page. */
const yesterdayText = (): string => new Intl.RelativeTimeFormat(translator.language, { numeric: "auto" }).format(-1, "day");

/** Returns the time of day, and its day unless that is today, the day of `nowMs`: `yesterday`, or a date. Both are in
 *  the user's time zone. */
export function momentParts(atMs: number, nowMs: number, hasSeconds = false): { readonly day: string; readonly time: string } {
  const day = dayOf(atMs);
  const today = dayOf(nowMs);
  return {
    day: day === today ? "" : day === dayOf(today - 1) ? yesterdayText() : DAYS.format(atMs),
    time: (hasSeconds ? SECONDS : MINUTES).format(atMs),
  };
}

/** Returns `03:42:10`, `yesterday 03:42:10`, or `2026-11-21 03:42:10`. The page formats times of day only with the
 *  function. */
export function momentText(atMs: number, nowMs: number, hasSeconds = false): string {
  const { day, time } = momentParts(atMs, nowMs, hasSeconds);
  return `${day} ${time}`.trim();
}

/** Returns the start of a day in the user's time zone. */
export const dayOf = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);
