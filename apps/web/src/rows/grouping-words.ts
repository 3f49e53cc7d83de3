import type { Translate } from "../i18n/translator.ts";
import { type Grouping, LABEL_PREFIX } from "./grouping.ts";

/** A grouping as people read it: a label's key as it is. */
export const groupingWords = (grouping: Grouping, t: Translate): string =>
  grouping === "pool" || grouping === "zone" ? t(`grid.groupings.${grouping}`) : grouping.replace(LABEL_PREFIX, "");
