import type { Language } from "@daemonscope/kube/base/languages";
import { Signal } from "@daemonscope/kube/base/signal";
import { type TextParams, Texts, type TextTree } from "@daemonscope/words/texts";
import type { TFunction } from "i18next";
import { countText } from "./count-text.ts";
import { durationText } from "./duration-text.ts";
import type { Namespace } from "./word-files.ts";

/** Returns the words of a key of `words/i18n/en/words.ts` in the current language. Pure functions that produce text
 *  take it as a parameter. */
export type Translate = TFunction;

/** The words of the page in its current language, and in others. React escapes text, so the translator does not. */
export class Translator {
  readonly texts = new Texts({ number: countText, duration: durationText });
  readonly #changed = new Signal();
  readonly #fixed = new Map<string, TFunction<Namespace>>();
  #language: Language = "en";

  get language(): Language {
    return this.#language;
  }

  readonly t = ((key: string, params?: TextParams) => this.texts.text(this.#language, "translation", key, params)) as TFunction;

  addResourceBundle(language: string, namespace: Namespace, words: object): void {
    this.texts.add(language, namespace, words as TextTree);
  }

  /** Returns the same function for the same arguments, so that React can compare it. */
  getFixedT<Name extends Namespace = "translation">(language: string, namespace?: Name): TFunction<Name> {
    const name = `${language} ${namespace ?? "translation"}`;
    let fixed = this.#fixed.get(name);
    if (fixed === undefined) {
      fixed = ((key: string, params?: TextParams) =>
        this.texts.text(language, namespace ?? "translation", key, params)) as TFunction<Namespace>;
      this.#fixed.set(name, fixed);
    }
    return fixed as TFunction<Name>;
  }

  changeLanguage(language: Language): void {
    this.#language = language;
    this.#changed.emit();
  }

  /** Calls `listener` after each change of the language. Returns a function that ends this. */
  readonly subscribe = this.#changed.subscribe;
}

/** Returns a translator that has the given English words at once. More words and other languages are added to it. */
export function translatorWith(english: object): Translator {
  const translator = new Translator();
  translator.addResourceBundle("en", "translation", english);
  return translator;
}
