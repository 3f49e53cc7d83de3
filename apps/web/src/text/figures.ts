import { countText } from "../i18n/count-text.ts";

export { countText };

/** By how much a count changed: `+2`, `−2`; empty for none. */
export const changeText = (change: number): string => (change === 0 ? "" : `${change > 0 ? "+" : "−"}${countText(Math.abs(change))}`);
