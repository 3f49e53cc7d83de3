import { LIMIT_CODES } from "@daemonscope/shared/http/limits";
import { expect, test } from "vitest";
import { words as en } from "../../words/i18n/en/words.ts";
import { translatorWith } from "../../words/i18n/translator.ts";
import { words as zhCN } from "../../words/i18n/zh-CN/words.ts";
import { words as zhTW } from "../../words/i18n/zh-TW/words.ts";
import { ApiProblem } from "./fetch-answer.ts";
import { previewRefusal } from "./preview-refusal.ts";

const CODES = Object.values(LIMIT_CODES).flatMap((codes) => Object.values(codes));
const LANGUAGES = { en, "zh-CN": zhCN, "zh-TW": zhTW };
const translatorOf = (language: keyof typeof LANGUAGES) => translatorWith(LANGUAGES[language] as typeof en).t;

test.each(CODES)("%s has a text with the retry delay in each language", (code) => {
  const problem = new ApiProblem(429, "Another one runs.", { code, params: { seconds: 7 } });
  const sentences = (["en", "zh-CN", "zh-TW"] as const).map((language) => previewRefusal(problem, translatorOf(language)));
  for (const sentence of sentences) expect(sentence).toMatch(/^(?!.*(Preview|Recording)(Running|Busy|TooLong)).*7 ?(s|秒).*[.。]$/);
  expect(new Set(sentences).size).toBe(3);
});

test.each(["Forbidden", "toString", undefined])("has no text for a problem with the code %s", (code) => {
  expect(previewRefusal(new ApiProblem(403, "No.", code === undefined ? {} : { code }), translatorOf("en"))).toBeUndefined();
});
