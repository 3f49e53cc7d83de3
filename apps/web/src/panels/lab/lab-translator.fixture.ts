import { LANGUAGES, type Language } from "@daemonscope/kube/base/languages";
import type { lab } from "../../words/i18n/en/lab.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { WORD_FILES } from "../../words/i18n/word-files.ts";
import type { LabTranslate } from "./lab-text.ts";

/** The lab's words in each language, as files. */
export const LAB_FILES = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async ({ language }) => [language, await WORD_FILES[language].lab()])),
) as Readonly<Record<Language, typeof lab>>;

/** Returns the lab's words in a language. */
export function labIn(language: Language): LabTranslate {
  const translator = createTranslator();
  translator.addResourceBundle(language, "lab", LAB_FILES[language]);
  return translator.getFixedT(language, "lab");
}
