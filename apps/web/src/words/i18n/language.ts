import { LANGUAGES, type Language } from "@daemonscope/kube/base/languages";

/** Language tags ignore case, and some authors write `zh_TW`. */
const partsOf = (tag: string): readonly string[] => tag.toLowerCase().split(/[-_]/);
const normalized = (tag: string): string => partsOf(tag).join("-");

/** Returns the Chinese variant: by the script if the tag names one, else by the region. */
function chineseOf(parts: readonly string[]): string {
  if (parts.includes("hans")) return "zh-CN";
  return ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part)) ? "zh-TW" : "zh-CN";
}

/** Returns the known language nearest to a tag: the same tag, else the language without a region, else the first of
 *  another region. Undefined if none is near. */
export function nearestOf<Known extends string>(known: readonly Known[], tag: string): Known | undefined {
  const named = (name: string): Known | undefined => known.find((each) => normalized(each) === normalized(name));
  const exact = named(tag);
  if (exact !== undefined) return exact;
  const parts = partsOf(tag);
  const [language = ""] = parts;
  if (language === "zh") return named(chineseOf(parts));
  return named(language) ?? known.find((each) => partsOf(each)[0] === language);
}

const SUPPORTED = LANGUAGES.map(({ language }) => language);

/** Returns the supported language nearest to a language tag; undefined if none is near. */
export const nearestLanguage = (tag: string): Language | undefined => nearestOf(SUPPORTED, tag);

/** Returns the language of the first tag that is near a supported one; English if none is. */
export function pickLanguage(tags: readonly string[]): Language {
  return tags.map(nearestLanguage).find((language) => language !== undefined) ?? "en";
}
