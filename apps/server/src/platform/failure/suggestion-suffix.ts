/** Returns the end of a "not found" sentence, with similar names that exist. */
export const suggestionSuffix = (nearest: readonly string[]): string =>
  nearest.length === 0 ? "" : ` The nearest is ${nearest.join(" or ")}.`;
