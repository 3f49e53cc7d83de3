import type { MouseEvent } from "react";
import { createPortal } from "react-dom";
import { cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { parseLens } from "../../data/lens/lens.ts";
import { lensKindWord } from "../../data/lens/lens-text.ts";
import { type FilterParam, type UrlFilter, urlFilters } from "../../data/lens/url-filters.ts";
import { groupingWords, groupWords } from "../../data/rows/grouping-text.ts";
import { LEGEND_VARIANTS, type LegendFilter, NODE_MARKS, type NodeMark } from "../../data/rows/legend-counts.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { View } from "../../data/url/url.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { plainText } from "../../words/format/plain-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useChipsSlot } from "../bar/chips-slot.ts";
import css from "./chips.module.css";

interface FilterWords {
  readonly name: string;
  readonly value: string;
}

const isMark = (filter: string): filter is NodeMark => NODE_MARKS.some((mark) => mark === filter);

function legendWords(filter: string, t: Translate): FilterWords {
  if (isMark(filter))
    return { name: t("chips.names.mark"), value: filter === "cordoned" || filter === "tainted" ? t(`grid.${filter}`) : filter };
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

/** Additions of a screen to a chip: better words, and the nodes that the filter keeps. */
export interface ChipFacts extends Partial<FilterWords> {
  readonly note?: string;
}
type ChipFactsOf = Readonly<Partial<Record<FilterParam, ChipFacts>>>;

interface ChipsProps<Without> {
  readonly filters: readonly UrlFilter<Without>[];
  readonly facts?: ChipFactsOf;
  readonly onRemove: (without: Without) => void;
}

/** Focuses the chip next to a removed one, else the heading of the page, so that keyboard users keep their position. */
function focusNextTo(chip: HTMLElement): void {
  const next = chip.nextElementSibling ?? chip.previousElementSibling;
  const heading = chip.closest("main")?.querySelector<HTMLElement>("h1");
  heading?.setAttribute("tabindex", "-1");
  const target = next instanceof HTMLElement ? next : heading;
  target?.focus({ preventScroll: true });
}

/** Marks that a click removes a filter. */
const CloseIconSmall = () => (
  <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.3" />
  </svg>
);

/** One chip per filter: its name, its value, and what it keeps. A click removes it. Renders nothing without filters. */
export function Chips<Without>({ filters, facts = {}, onRemove }: ChipsProps<Without>) {
  const { t } = useTranslation();
  if (filters.length === 0) return null;
  return (
    <fieldset className={css.chips} aria-label={t("chips.title")}>
      {filters.map((filter) => {
        const { note, ...overrides } = facts[filter.param] ?? {};
        const { name, value } = filterWords(filter, t, overrides);
        const title = t("chips.remove", { name, value });
        const onClick = (event: MouseEvent<HTMLElement>) => {
          focusNextTo(event.currentTarget);
          onRemove(filter.without);
        };
        return (
          <button key={filter.param} type="button" className={css.chip} data-chip={filter.param} title={title} onClick={onClick}>
            <span className={css.name}>{name}</span> <MiddleCut text={value} title={title} className={css.value} isWord />
            {note === undefined ? null : <span className={css.note}> {note}</span>}
            <CloseIconSmall />
          </button>
        );
      })}
    </fieldset>
  );
}

/** The chips of a view's filters, above the headline of the page. Removing one adds a history entry, so that Back
 *  restores it. */
export function FilterChips({ view, facts = {} }: { readonly view: View; readonly facts?: ChipFactsOf }) {
  const slot = useChipsSlot();
  const chips = <Chips filters={urlFilters(view)} facts={facts} onRemove={(without) => navigate(without)} />;
  return slot === null ? chips : createPortal(chips, slot);
}
