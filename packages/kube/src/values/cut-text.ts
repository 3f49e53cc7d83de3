/** Returns the first code units of a text, without half a character at the end. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  // V8 keeps the whole text in memory for a slice. A parsed text is a copy.
  return JSON.parse(JSON.stringify(text.slice(0, isHalf ? maxLength - 1 : maxLength))) as string;
}
