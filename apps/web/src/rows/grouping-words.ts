import type { Translate } from "../i18n/translator.ts";
import { plainText } from "../text/plain-text.ts";
import { type Grouping, LABEL_PREFIX, NO_GROUP, OTHER_VALUES } from "./grouping.ts";

/** A grouping in words: a label's key as it is. */
export const groupingWords = (grouping: Grouping, t: Translate): string =>
  grouping === "pool" || grouping === "zone" ? t(`grid.groupings.${grouping}`) : plainText(grouping.replace(LABEL_PREFIX, ""));

/** The name of a group in words. */
export function groupWords(name: string, t: Translate): string {
  if (name === NO_GROUP) return t("grid.noValue");
  return name === OTHER_VALUES ? t("grid.otherValues") : plainText(name);
}
