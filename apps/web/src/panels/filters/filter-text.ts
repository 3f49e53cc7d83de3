import { cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { parseLens } from "../../data/lens/lens.ts";
import { lensKindWord } from "../../data/lens/lens-text.ts";
import type { UrlFilter } from "../../data/lens/url-filters.ts";
import { groupingWords, groupWords } from "../../data/rows/grouping-text.ts";
import { LEGEND_VARIANTS, type LegendFilter, NODE_MARKS, type NodeMark } from "../../data/rows/legend-counts.ts";
import { plainText } from "../../words/format/plain-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

export interface FilterWords {
  readonly name: string;
  readonly value: string;
}

const isMark = (filter: string): filter is NodeMark => NODE_MARKS.some((mark) => mark === filter);

function legendWords(filter: string, t: Translate): FilterWords {
  if (isMark(filter)) return { name: t("chips.names.mark"), value: filter === "cordoned" ? t("grid.cordoned") : filter };
  const figure = LEGEND_VARIANTS.find((known: LegendFilter) => known === filter);
  return { name: t("chips.names.state"), value: figure === undefined ? filter : cellVariantLabel(figure, t) };
}

function lensWords(text: string, t: Translate): string {
  const lens = parseLens(text);
  const kind = lensKindWord(lens.kind, t);
  return "key" in lens ? `${kind} ${lens.key}` : kind;
}

function wordsOf({ param, value }: Pick<UrlFilter, "param" | "value">, t: Translate): FilterWords {
  switch (param) {
    case "q":
    case "find":
      return { name: t("chips.names.text"), value };
    case "filter":
      return legendWords(value, t);
    case "group":
      return { name: t("chips.names.grouping"), value: groupingWords(value, t) };
    case "only":
      return { name: t("chips.names.group"), value: groupWords(value, t) };
    case "lens":
      return { name: t("chips.names.lens"), value: lensWords(value, t) };
    case "cause":
    case "band":
    case "family":
    case "version":
      return { name: t(`chips.names.${param}`), value };
  }
}

/** Returns the name and the value of a filter in words. `overrides`: better words of the current screen. */
export function filterWords(filter: Pick<UrlFilter, "param" | "value">, t: Translate, overrides?: Partial<FilterWords>): FilterWords {
  const words = { ...wordsOf(filter, t), ...overrides };
  // The value comes from a link, so hidden and bidirectional characters are shown and have no effect.
  const value = plainText(words.value);
  return { name: words.name, value: value.trim() === "" ? t("chips.empty") : value };
}
