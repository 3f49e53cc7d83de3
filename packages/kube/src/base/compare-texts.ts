/** Compares by UTF-16 code units, so that the order is the same in every locale. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
