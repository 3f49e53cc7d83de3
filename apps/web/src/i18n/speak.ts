import type { i18n } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import { type Language, pickLanguage } from "./language.ts";
import { createTranslator } from "./translator.ts";

const KEPT = "daemonscope.language";

/** Each language but English is a file of its own, loaded when it is first spoken. */
const LOADERS: Readonly<Record<Exclude<Language, "en">, () => Promise<{ readonly words: object }>>> = {
  "zh-CN": () => import("./zh-CN/words.ts"),
  "zh-TW": () => import("./zh-TW/words.ts"),
};

export const translator: i18n = createTranslator();
translator.use(initReactI18next);
initReactI18next.init(translator);

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** The language to begin with: of the link, as chosen before, or the browser's. */
export function firstLanguage(): Language {
  return pickLanguage([new URLSearchParams(location.search).get("lang") ?? "", kept(), ...navigator.languages]);
}

/** Speaks a language from now on. Rejects when its file cannot be loaded: what was spoken stays. */
export async function speak(language: Language): Promise<void> {
  if (language !== "en" && !translator.hasResourceBundle(language, "translation"))
    translator.addResourceBundle(language, "translation", (await LOADERS[language]()).words);
  await translator.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Speaks a language, and again at the next visit. A language in the link gives way to what was chosen. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // It holds for this page.
  }
  const address = new URL(location.href);
  if (!address.searchParams.has("lang")) return;
  address.searchParams.set("lang", language);
  history.replaceState(history.state, "", address);
}
