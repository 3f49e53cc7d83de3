import type { Language } from "@daemonscope/kube/languages";
import { createInstance, type i18n, type TFunction } from "i18next";
import { countText } from "./count-text.ts";

/** Gives the words of a key of `en/words.ts` in the language that is spoken: what a pure function takes that words something. */
export type Translate = TFunction;

/** A translator that speaks English at once, as far as its words are given; more words and other languages are added to it. React escapes what it shows, so
 *  nothing is escaped here. */
export function translatorWith(english: object): i18n {
  const translator = createInstance();
  // Resolved at once: nothing is loaded.
  void translator.init({
    lng: "en" satisfies Language,
    fallbackLng: false,
    initAsync: false,
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  // i18next's own makes a format for each set of values that it is told, and keeps them all.
  translator.services.formatter?.add("number", countText);
  return translator;
}
