/** Texts that fit, and the number of those that do not. */
export interface ListedLines {
  readonly shown: readonly string[];
  readonly more: number;
}

/** Returns the first texts that fit into `lines` lines of `perLine` characters, at least one. Pure. */
export function listedLines(texts: readonly string[], perLine: number, lines: number): ListedLines {
  let left = lines;
  let count = 0;
  for (const text of texts) {
    left -= Math.max(1, Math.ceil(text.length / perLine));
    if (left < 0 && count > 0) break;
    count++;
  }
  // The line "1 more" has space for the one text.
  if (count === texts.length - 1 && (texts[count]?.length ?? 0) <= perLine) count++;
  return { shown: texts.slice(0, count), more: texts.length - count };
}
