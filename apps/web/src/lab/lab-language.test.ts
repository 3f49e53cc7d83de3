import { expect, test } from "vitest";
import { nearestLanguage } from "./lab-language.ts";

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
