/** Returns a sentence with similar names, to follow a "not found" sentence. Empty if there are none. */
export const suggestionSuffix = (nearest: readonly string[]): string =>
  nearest.length === 0 ? "" : ` The nearest is ${nearest.join(" or ")}.`;
