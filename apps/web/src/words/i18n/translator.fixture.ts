import { words } from "./en/words.ts";
import { type Translator, translatorWith } from "./translator.ts";

/** Returns a translator with all English words of the page. */
export const createTranslator = (): Translator => translatorWith(words);
