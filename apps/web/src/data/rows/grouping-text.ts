import { plainText } from "../../words/format/plain-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { type Grouping, LABEL_PREFIX, NO_GROUP, OTHER_VALUES } from "./grouping.ts";

/** Formats a grouping. A label key stays unchanged. */
export const groupingWords = (grouping: Grouping, t: Translate): string =>
  grouping === "pool" || grouping === "zone" ? t(`grid.groupings.${grouping}`) : plainText(grouping.replace(LABEL_PREFIX, ""));

/** Formats the name of a group. */
export function groupWords(name: string, t: Translate): string {
  if (name === NO_GROUP) return t("grid.noValue");
  return name === OTHER_VALUES ? t("grid.otherValues") : plainText(name);
}
