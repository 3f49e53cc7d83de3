/** How lines are looked through. */
export type LineMatcher =
  | { readonly kind: "all" }
  | { readonly kind: "some"; readonly matches: (text: string) => boolean }
  | { readonly kind: "unusable"; readonly problem: string };

/** Longer lines are looked through as far as this: an expression that goes back and forth takes its time. */
const LOOKED_THROUGH = 4096;

/** Finds lines by plain words in any case, or by a regular expression. */
export function lineMatcher(find: string, isRegex: boolean): LineMatcher {
  if (find === "") return { kind: "all" };
  if (!isRegex) {
    const wanted = find.toLowerCase();
    return { kind: "some", matches: (text) => text.toLowerCase().includes(wanted) };
  }
  try {
    const expression = new RegExp(find, "iu");
    return { kind: "some", matches: (text) => expression.test(text.slice(0, LOOKED_THROUGH)) };
  } catch (error) {
    return { kind: "unusable", problem: error instanceof Error ? error.message : "" };
  }
}
