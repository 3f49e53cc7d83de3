import type { Language } from "@daemonscope/kube/base/languages";
import { createInstance, type i18n, type TFunction } from "i18next";
import { countText } from "./count-text.ts";
import { durationText } from "./duration-text.ts";

/** Returns the words of a key of `words/i18n/en/words.ts` in the current language. Pure functions that produce text
 *  take it as a parameter. */
export type Translate = TFunction;

/** Returns a translator that has the given English words at once. More words and other languages are added to it.
 *  React escapes text, so the translator does not. */
export function translatorWith(english: object): i18n {
  const translator = createInstance();
  // Resolves at once: nothing is loaded.
  void translator.init({
    lng: "en" satisfies Language,
    fallbackLng: false,
    initAsync: false,
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  // The formatter of i18next creates a format for each set of values, and keeps all of them.
  translator.services.formatter?.add("number", countText);
  translator.services.formatter?.add("duration", durationText);
  return translator;
}
