import { expect, test } from "vitest";
import { nearestLanguage, pickLanguage } from "./language.ts";

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
])("%j is read in %s", (tag, language) => {
  expect(nearestLanguage(tag)).toBe(language);
});

test("the first tag that is near a language decides, and English is there for everyone else", () => {
  expect(pickLanguage(["", "fr-CA", "zh-HK", "en"])).toBe("zh-TW");
  expect(pickLanguage(["fr", "de"])).toBe("en");
});
