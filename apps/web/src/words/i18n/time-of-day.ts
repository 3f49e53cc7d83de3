const MINUTES = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

const SECONDS = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Formats `2026-11-21`, which is equal in all supported languages, and sortable. */
const DAYS = new Intl.DateTimeFormat("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });

/** Returns the time of day, and the date if it is not the day of `nowMs`; else `day` is empty. Both are in the
 *  user's time zone. */
export function momentParts(atMs: number, nowMs: number, hasSeconds = false): { readonly day: string; readonly time: string } {
  const day = DAYS.format(atMs);
  return { day: day === DAYS.format(nowMs) ? "" : day, time: (hasSeconds ? SECONDS : MINUTES).format(atMs) };
}

/** Returns `03:42:10`, or `2026-11-21 03:42:10` if that is not the day of `nowMs`. The page formats times of day
 *  only with this function. */
export function momentText(atMs: number, nowMs: number, hasSeconds = false): string {
  const { day, time } = momentParts(atMs, nowMs, hasSeconds);
  return `${day} ${time}`.trim();
}

/** Returns the start of a day in the user's time zone. */
export const dayOf = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);
