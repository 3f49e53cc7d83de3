/** The languages of page and stories, as their readers call them; `short` where there is little room. The one list: whoever says something says it in each. */
export const LANGUAGES = [
  { language: "en", name: "English", short: "EN" },
  { language: "zh-CN", name: "简体中文", short: "简" },
  { language: "zh-TW", name: "繁體中文", short: "繁" },
] as const;

export type Language = (typeof LANGUAGES)[number]["language"];

/** One text in every language. */
export type InEachLanguage = Readonly<Record<Language, string>>;
