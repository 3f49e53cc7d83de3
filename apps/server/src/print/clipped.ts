/** Longer than any name and any rule of the API server. */
const LIMIT = 500;
const MARK = " … ";

/** A text of somebody else's as part of a sentence: what is endless in it is left out of its middle, so that what is wrong and why both stay. */
export function clipped(text: string, limit = LIMIT): string {
  if (text.length <= limit) return text;
  const start = Math.floor(limit / 3);
  return `${text.slice(0, start)}${MARK}${text.slice(text.length - (limit - start - MARK.length))}`;
}
