import { LANGUAGES, type Language } from "@daemonscope/kube/languages";
import type { lab } from "../i18n/en/lab.ts";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { WORD_FILES } from "../i18n/word-files.ts";
import type { LabTranslate } from "./lab-words.ts";

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
