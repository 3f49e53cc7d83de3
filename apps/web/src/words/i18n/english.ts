import type { TFunction } from "i18next";
import { firstWords } from "./en/initial-words.ts";
import { translatorWith } from "./translator.ts";

/** English, whatever the language of the page is: for ids in links and for exported tables. Has the words of the first
 *  page. */
export const english: TFunction = translatorWith(firstWords).getFixedT("en");
