const joined = (words: readonly string[], last: string): string =>
  [words.slice(0, -1).join(", "), words.at(-1) ?? ""].filter((part) => part !== "").join(` ${last} `);

/** Joins words for a sentence: `a, b and c`. */
export const joinWithAnd = (words: readonly string[]): string => joined(words, "and");
/** Joins words for a sentence: `a, b or c`. */
export const joinWithOr = (words: readonly string[]): string => joined(words, "or");
