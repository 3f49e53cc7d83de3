import { countText } from "../i18n/count-text.ts";

export { countText };

const MINUTES = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const SECONDS = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** By how much a count changed: `+2`, `−2`; empty for none. */
export const changeText = (change: number): string => (change === 0 ? "" : `${change > 0 ? "+" : "−"}${countText(Math.abs(change))}`);

/** Times of day as a clock shows them, in the reader's zone: `03:42` or with seconds `03:42:10`. */
export const clockText = (atMs: number, hasSeconds = false): string => (hasSeconds ? SECONDS : MINUTES).format(atMs);

/** As `2026-11-21`: the same in every language of ours, and in order when it is sorted. */
const DAYS = new Intl.DateTimeFormat("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });

/** The date, where that is another day than `nowMs` has for the reader: `2026-11-21`; else empty. */
export function otherDay(atMs: number, nowMs: number): string {
  const day = DAYS.format(atMs);
  return day === DAYS.format(nowMs) ? "" : day;
}

/** A time of day, with its date where that is another day than `nowMs` has for the reader: `03:42:10` or `2026-11-21 03:42:10`. */
export const momentText = (atMs: number, nowMs: number, hasSeconds = false): string =>
  `${otherDay(atMs, nowMs)} ${clockText(atMs, hasSeconds)}`.trim();
