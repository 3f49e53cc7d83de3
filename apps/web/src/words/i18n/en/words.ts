import { laterWords } from "./deferred-words.ts";
import { firstWords } from "./initial-words.ts";

/** English, the source of all translations: one part per folder of the page. */
export const words = { ...firstWords, ...laterWords } as const;
