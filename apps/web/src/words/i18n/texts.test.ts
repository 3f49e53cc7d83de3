import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { countText } from "./count-text.ts";
import { durationText } from "./duration-text.ts";
import { lab as labEn } from "./en/lab.ts";
import { words as en } from "./en/words.ts";
import { Translator } from "./translator.ts";
import { lab as labCN } from "./zh-CN/lab.ts";
import { words as zhCN } from "./zh-CN/words.ts";
import { lab as labTW } from "./zh-TW/lab.ts";
import { words as zhTW } from "./zh-TW/words.ts";

const LANGUAGES = {
  en: { translation: en, lab: labEn },
  "zh-CN": { translation: zhCN, lab: labCN },
  "zh-TW": { translation: zhTW, lab: labTW },
} as const;

/** Returns the names of the placeholders of each key. A key has no plural form. */
function namesByKey(tree: object, path = "", found = new Map<string, string[]>()): ReadonlyMap<string, readonly string[]> {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value !== "string") {
      namesByKey(value, `${path}${name}.`, found);
      continue;
    }
    const key = `${path}${name}`.replace(/_(zero|one|other)$/, "");
    const names = [...value.matchAll(/\{\{\s*(\w+)/g)].map(([, each = ""]) => each);
    found.set(key, [...(found.get(key) ?? []), ...names]);
  }
  return found;
}

async function i18nextOf() {
  const translator = createInstance();
  await translator.init({ lng: "en", fallbackLng: false, resources: LANGUAGES, interpolation: { escapeValue: false } });
  translator.services.formatter?.add("number", countText);
  translator.services.formatter?.add("duration", durationText);
  return translator;
}

test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])("each text of %s is the same as with i18next", async (language) => {
  const [oracle, translator] = [await i18nextOf(), new Translator()];
  for (const [namespace, tree] of Object.entries(LANGUAGES[language]) as ["translation" | "lab", object][]) {
    translator.addResourceBundle(language, namespace, tree);
    const ours = translator.getFixedT(language, namespace) as unknown as (key: string, params?: object) => string;
    const theirs = oracle.getFixedT(language, namespace) as unknown as typeof ours;
    for (const [key, names] of namesByKey(tree)) {
      for (const count of [0, 1, 2, 12_345]) {
        const params = { ...Object.fromEntries(names.map((name, at) => [name, count * 10 + at])), count };
        expect(ours(key, params), key).toBe(theirs(key, params));
      }
      // No plural form is selected by a text, and placeholders in values stay.
      const texts = Object.fromEntries(names.map((name) => [name, "5m30s $& {{x}} <b>"]));
      if (!names.includes("count")) expect(ours(key, texts), key).toBe(theirs(key, texts));
    }
    expect(ours("no.such.text")).toBe(theirs("no.such.text"));
  }
});
