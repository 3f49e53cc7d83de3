/** Ends a sentence about a thing that is not there with those that are near. */
export const orNearest = (nearest: readonly string[]): string => (nearest.length === 0 ? "" : ` The nearest is ${nearest.join(" or ")}.`);
