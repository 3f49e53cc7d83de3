/** The languages of the page. */
export type Language = "en" | "zh-CN" | "zh-TW";

/** As their readers call them; `short` where there is little room. */
export const LANGUAGES: readonly { readonly language: Language; readonly name: string; readonly short: string }[] = [
  { language: "en", name: "English", short: "EN" },
  { language: "zh-CN", name: "简体中文", short: "简" },
  { language: "zh-TW", name: "繁體中文", short: "繁" },
];

/** The nearest of our languages to a language tag; undefined when none is near. */
export function nearestLanguage(tag: string): Language | undefined {
  const parts = tag.toLowerCase().split(/[-_]/);
  if (parts[0] === "en") return "en";
  if (parts[0] !== "zh") return undefined;
  if (parts.includes("hans")) return "zh-CN";
  return ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part)) ? "zh-TW" : "zh-CN";
}

/** The first tag that is near one of ours decides; English when none is. */
export function pickLanguage(tags: readonly string[]): Language {
  return tags.map(nearestLanguage).find((language) => language !== undefined) ?? "en";
}
