import type { Language } from "@daemonscope/kube/languages";
import type { i18n } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import { firstWords } from "./en/first-words.ts";
import { pickLanguage } from "./language.ts";
import { translatorWith } from "./translator.ts";
import { NAMESPACE_OF, WORD_FILES, type WordFile } from "./word-files.ts";

const KEPT = "daemonscope.language";

/** What has to be there before a language is spoken. */
const needed = new Set<WordFile>(["first"]);
/** What is there: `en first`. */
const loaded = new Set<string>();

export const translator: i18n = translatorWith(firstWords);
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

async function load(language: Language, file: WordFile): Promise<void> {
  const name = `${language} ${file}`;
  if (loaded.has(name)) return;
  // Beside what is there of the namespace.
  translator.addResourceBundle(language, NAMESPACE_OF[file], await WORD_FILES[language][file](), true);
  loaded.add(name);
}

/** Loads more words, and from now on with each language. Rejects when their file cannot be loaded. */
export async function speakAlso(file: WordFile): Promise<void> {
  needed.add(file);
  await load(pickLanguage([translator.language]), file);
}

/** Speaks a language from now on. Rejects when its file cannot be loaded: what was spoken stays. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...needed].map((file) => load(language, file)));
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
