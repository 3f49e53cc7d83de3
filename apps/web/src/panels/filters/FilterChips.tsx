import type { MouseEvent } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { type FilterParam, type UrlFilter, urlFilters } from "../../data/lens/url-filters.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { View } from "../../data/url/url.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useChipsSlot } from "../bar/chips-slot.ts";
import css from "./chips.module.css";
import { type FilterWords, filterWords } from "./filter-text.ts";

/** Additions of a screen to a chip: better words, and the nodes that the filter keeps. */
export interface ChipFacts extends Partial<FilterWords> {
  readonly note?: string;
}
export type ChipFactsOf = Readonly<Partial<Record<FilterParam, ChipFacts>>>;

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
