/** Languages of the page and the stories, with their native names; `short` is for narrow places. This is the only
 *  list: every text exists in each language. */
export const LANGUAGES = [
  { language: "en", name: "English", short: "EN" },
  { language: "zh-CN", name: "简体中文", short: "简" },
  { language: "zh-TW", name: "繁體中文", short: "繁" },
] as const;

export type Language = (typeof LANGUAGES)[number]["language"];

export type InEachLanguage = Readonly<Record<Language, string>>;
