import { createInstance } from "i18next";
import { laterModel } from "./en/deferred-facts.ts";
import { model } from "./en/facts.ts";
import type { Translate } from "./translate.ts";

function createEnglish(): Translate {
  const translator = createInstance();
  // Resolves at once: nothing is loaded.
  void translator.init({
    lng: "en",
    fallbackLng: false,
    initAsync: false,
    resources: { en: { translation: { model, laterModel } } },
    // The output is plain text.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  // Programs read these texts: numbers have no thousands separator.
  translator.services.formatter?.add("number", String);
  return translator.getFixedT("en");
}

/** English for the command line, alerts and JSON. */
export const english: Translate = createEnglish();
