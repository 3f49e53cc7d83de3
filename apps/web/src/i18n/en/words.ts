import { chrome } from "./chrome.ts";

/** English, the source of all translations: one part per folder of the page. */
export const words = { chrome } as const;
