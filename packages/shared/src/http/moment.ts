/** RFC 3339, to the millisecond. */
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;
const MILLISECONDS = /^\d{1,15}$/;

/** A moment as a person or an address writes it: RFC 3339, or milliseconds since the epoch, which it gives; undefined for what is no time. */
export function momentOf(text: string): number | undefined {
  // A plus in an address is a blank.
  const written = text.replace(" ", "+");
  const atMs = MILLISECONDS.test(written) ? Number(written) : TIME.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** The shortest RFC 3339 of a moment, in UTC: `2026-01-31T12:00:00Z`. */
export const formatMoment = (atMs: number): string => new Date(atMs).toISOString().replace(".000Z", "Z");
