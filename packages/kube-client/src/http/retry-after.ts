/** Limit of the wait that a server may request. */
const LIMIT_MS = 60_000;

/** Returns the wait that a Retry-After header requests, in seconds or as a date, at most a minute; undefined
 *  without a valid one. A date is compared with the answer's own Date header if it has one, so that a wrong clock
 *  here does no harm. */
export function retryAfterMs(header: string | undefined, date: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Math.min(LIMIT_MS, Number(text) * 1000);
  // HTTP dates begin with a day: the parser accepts too many other texts as dates.
  const at = /^[A-Z][a-z]{2,8}[, ]/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const serverNow = Date.parse(date ?? "");
  return Math.min(LIMIT_MS, Math.max(0, at - (Number.isNaN(serverNow) ? nowMs : serverNow)));
}
