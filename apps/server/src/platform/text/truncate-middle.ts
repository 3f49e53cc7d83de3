/** Default limit in UTF-16 code units: longer than any name and any rule of the API server. */
const LIMIT = 500;
const MARK = " … ";

/** Shortens foreign text for use in a sentence. The middle is cut, so that the subject and the cause both remain. */
export function truncateMiddle(text: string, limit = LIMIT): string {
  if (text.length <= limit) return text;
  const start = Math.floor(limit / 3);
  return `${text.slice(0, start)}${MARK}${text.slice(text.length - (limit - start - MARK.length))}`;
}
