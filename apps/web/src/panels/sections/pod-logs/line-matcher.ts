/** How to search lines. */
export type LineMatcher =
  | { readonly kind: "all" }
  | { readonly kind: "some"; readonly matches: (text: string) => boolean }
  | { readonly kind: "unusable"; readonly problem: string };

/** A regular expression searches at most this many characters of a line, because backtracking is slow. */
const MAX_SEARCHED_CHARACTERS = 4096;

/** Returns a matcher for plain text, ignoring case, or for a regular expression. */
export function lineMatcher(find: string, isRegex: boolean): LineMatcher {
  if (find === "") return { kind: "all" };
  if (!isRegex) {
    const wanted = find.toLowerCase();
    return { kind: "some", matches: (text) => text.toLowerCase().includes(wanted) };
  }
  try {
    const expression = new RegExp(find, "iu");
    return { kind: "some", matches: (text) => expression.test(text.slice(0, MAX_SEARCHED_CHARACTERS)) };
  } catch (error) {
    return { kind: "unusable", problem: error instanceof Error ? error.message : "" };
  }
}
