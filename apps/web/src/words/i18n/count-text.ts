const NUMBERS = new Intl.NumberFormat("en-US");

/** Formats a count with commas, equal in all supported languages. */
export const countText = (count: number): string => NUMBERS.format(count);
