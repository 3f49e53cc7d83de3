const NUMBERS = new Intl.NumberFormat("en-US");

/** A count with its commas, the same in every language of ours. */
export const countText = (count: number): string => NUMBERS.format(count);
