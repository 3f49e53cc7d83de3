import type { Language } from "@daemonscope/kube/base/languages";
import { firstWords } from "./en/initial-words.ts";
import { pickLanguage } from "./language.ts";
import { type Translator, translatorWith } from "./translator.ts";
import { NAMESPACE_OF, WORD_FILES, type WordFile } from "./word-files.ts";

const STORAGE_KEY = "daemonscope.language";

/** Word files that must load before the page switches to a language. */
const needed = new Set<WordFile>(["first"]);
/** Loaded files, for example `en first`. */
const loaded = new Set<string>();

export const translator: Translator = translatorWith(firstWords);

function savedLanguage(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}

/** Returns the initial language: of the link, the saved choice, or the browser's. */
export function firstLanguage(): Language {
  return pickLanguage([new URLSearchParams(location.search).get("lang") ?? "", savedLanguage(), ...navigator.languages]);
}

async function load(language: Language, file: WordFile): Promise<void> {
  const name = `${language} ${file}`;
  if (loaded.has(name)) return;
  translator.addResourceBundle(language, NAMESPACE_OF[file], await WORD_FILES[language][file]());
  loaded.add(name);
}

/** Loads more words, now and for each later language. Rejects if their file does not load. */
export async function speakAlso(file: WordFile): Promise<void> {
  needed.add(file);
  await load(translator.language, file);
}

/** Switches the page to a language. Rejects if its file does not load; the page then keeps its language. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...needed].map((file) => load(language, file)));
  translator.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Switches to a language and saves the choice. The choice replaces a language in the link. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage, the choice lasts for this page only.
  }
  const address = new URL(location.href);
  if (!address.searchParams.has("lang")) return;
  address.searchParams.set("lang", language);
  history.replaceState(history.state, "", address);
}
