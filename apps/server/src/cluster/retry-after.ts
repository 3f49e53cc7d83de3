/** No server may hold us longer than this. */
const LIMIT_MS = 60_000;

/** The wait that a Retry-After header asks for, in seconds or as a date, at most a minute; undefined for none and for nonsense.
 *  A date is read against the answer's own Date header where there is one, so that a wrong clock here does no harm. */
export function retryAfterMs(header: string | undefined, date: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Math.min(LIMIT_MS, Number(text) * 1000);
  // HTTP dates begin with a day: the parser takes more for a date than anybody means.
  const at = /^[A-Z][a-z]{2,8}[, ]/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const serverNow = Date.parse(date ?? "");
  return Math.min(LIMIT_MS, Math.max(0, at - (Number.isNaN(serverNow) ? nowMs : serverNow)));
}
