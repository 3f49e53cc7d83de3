import { LANGUAGES } from "@daemonscope/kube/base/languages";
import { expect, test } from "vitest";
import { nearestLanguage, nearestOf, pickLanguage } from "./language.ts";

test.each([
  ["en-GB", "en"],
  ["zh", "zh-CN"],
  ["zh-CN", "zh-CN"],
  ["zh-SG", "zh-CN"],
  ["zh-Hans-HK", "zh-CN"],
  ["zh-TW", "zh-TW"],
  ["zh-HK", "zh-TW"],
  ["zh_MO", "zh-TW"],
  ["zh-Hant", "zh-TW"],
  ["de", undefined],
  ["", undefined],
])("%j selects %s", (tag, language) => {
  expect(nearestLanguage(tag)).toBe(language);
});

test.each(LANGUAGES)("$language is read as $language, in any case and with either separator", ({ language }) => {
  for (const tag of [language, language.toLowerCase(), language.toUpperCase(), language.replace("-", "_")])
    expect(nearestLanguage(tag)).toBe(language);
});

test.each([
  ["pt-BR", "pt-BR"],
  ["pt_br", "pt-BR"],
  ["pt", "pt-BR"],
  ["pt-AO", "pt-BR"],
  ["pt-PT", "pt-PT"],
  ["es-MX", "es-MX"],
  ["es-AR", "es"],
  ["fr-CA", undefined],
  ["zh-HK", undefined],
])("of the regional languages, %j selects %s: the exact one, the one without a region, or the first other one", (tag, language) => {
  expect(nearestOf(["en", "pt-BR", "pt-PT", "es-MX", "es"], tag)).toBe(language);
});

test("the first tag close to a language decides, and English is the fallback", () => {
  expect(pickLanguage(["", "fr-CA", "zh-HK", "en"])).toBe("zh-TW");
  expect(pickLanguage(["fr", "de"])).toBe("en");
});
