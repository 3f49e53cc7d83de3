import { firstWords } from "./first-words.ts";
import { laterWords } from "./later-words.ts";

/** English, the source of all translations: one part per folder of the page. */
export const words = { ...firstWords, ...laterWords } as const;
