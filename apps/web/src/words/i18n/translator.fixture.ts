import type { i18n } from "i18next";
import { words } from "./en/words.ts";
import { translatorWith } from "./translator.ts";

/** Returns a translator with all English words of the page. */
export const createTranslator = (): i18n => translatorWith(words);
