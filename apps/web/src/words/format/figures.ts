import { countText } from "../i18n/count-text.ts";

export { countText };

/** Formats the change of a count: `+2`, `−2`. Empty for no change. */
export const changeText = (change: number): string => (change === 0 ? "" : `${change > 0 ? "+" : "−"}${countText(Math.abs(change))}`);
