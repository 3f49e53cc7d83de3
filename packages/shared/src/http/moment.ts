/** RFC 3339, at most nine fractional digits. */
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;
const MILLISECONDS = /^\d{1,15}$/;

/**
 * Parses a moment from user input or a URL: RFC 3339, or milliseconds since the epoch. Returns milliseconds since the
 * epoch, or undefined for invalid text.
 */
export function parseTime(text: string): number | undefined {
  // A plus in a URL query is decoded as a space.
  const normalized = text.replace(" ", "+");
  const atMs = MILLISECONDS.test(normalized) ? Number(normalized) : TIME.test(normalized) ? Date.parse(normalized) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Formats a moment as the shortest RFC 3339 in UTC: `2026-01-31T12:00:00Z`. */
export const formatMoment = (atMs: number): string => new Date(atMs).toISOString().replace(".000Z", "Z");
