import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import { type CellVariant, cellStyleOfVariant, cellVariantLabel } from "../../../data/cell/cell-variant.ts";
import { LEGEND_VARIANTS, type LegendCounts, type LegendFilter, NODE_MARKS, type NodeMark } from "../../../data/rows/legend-counts.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import css from "./legend.module.css";

const MARK_LOOKS: Readonly<Record<NodeMark, Partial<CellStyle>>> = {
  NotReady: { nodeUnready: true },
  cordoned: { cordoned: true },
  NoSchedule: { taint: "NoSchedule" },
  NoExecute: { taint: "NoExecute" },
  PreferNoSchedule: { taint: "PreferNoSchedule" },
};

interface LegendProps {
  readonly counts: LegendCounts;
  readonly filter: LegendFilter | undefined;
  readonly onFilter: (filter: LegendFilter | undefined) => void;
}

interface ChipProps {
  readonly filter: LegendFilter;
  readonly word: string;
  readonly count: number;
  readonly look: CellStyle;
  /** No node had this state yet; a phone hides the entry. */
  readonly isUnseen?: boolean;
  readonly current: LegendFilter | undefined;
  readonly onFilter: (filter: LegendFilter | undefined) => void;
}

function Chip({ filter, word, count, look, isUnseen = false, current, onFilter }: ChipProps) {
  const isOn = current === filter;
  const className = classes(
    css.entry,
    count === 0 && css.zero,
    isUnseen && css.unseen,
    isOn && css.kept,
    !isOn && current !== undefined && css.steppedBack,
  );
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      data-filter={filter}
      data-count={count}
      title={count === 0 ? word : undefined}
      onClick={() => onFilter(isOn ? undefined : filter)}
    >
      <CellSwatch look={look} size={13} />
      {/* A state without nodes shows only its drawing until it is hovered. */}
      <span className={count === 0 && !isOn ? "visually-hidden" : undefined}>
        <b>{countText(count)}</b> <span>{word}</span>
      </span>
    </button>
  );
}

/** Returns the cell variants that a node had since the first render. On a phone, their entries keep their places
 *  when they are empty again. */
function useSeen(figures: LegendCounts["figures"]): ReadonlySet<CellVariant> {
  const [seen, setSeen] = useState<ReadonlySet<CellVariant>>(new Set());
  const more = LEGEND_VARIANTS.filter((figure) => figures[figure] > 0 && !seen.has(figure));
  if (more.length === 0) return seen;
  const all = new Set([...seen, ...more]);
  setSeen(all);
  return all;
}

/** All states with their counts. The pressed one is kept and comes first, and the others are dimmed. *Unknown*
 *  appears only if a node has it. */
export function Legend({ counts, filter, onFilter, knowsRevisions }: LegendProps & { readonly knowsRevisions: boolean }) {
  const { t } = useTranslation();
  const isShown = (figure: CellVariant): boolean =>
    filter === figure || (figure === "unknown" ? counts.figures.unknown > 0 : figure !== "old" || knowsRevisions);
  const seen = useSeen(counts.figures);
  const figures = LEGEND_VARIANTS.filter(isShown).sort((a, b) => Number(b === filter) - Number(a === filter));
  return (
    <fieldset className={css.states} data-states aria-label={t("grid.stateFilter")}>
      {figures.map((figure) => (
        <Chip
          key={figure}
          filter={figure}
          word={cellVariantLabel(figure, t)}
          count={counts.figures[figure]}
          look={plainCellStyle("available", cellStyleOfVariant(figure))}
          isUnseen={!seen.has(figure)}
          current={filter}
          onFilter={onFilter}
        />
      ))}
    </fieldset>
  );
}

/** The marks of nodes with their counts. Marks without nodes are left out, unless pressed. */
export function LegendMarks({ counts, filter, onFilter }: LegendProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={css.marks} aria-label={t("grid.markFilter")}>
      {NODE_MARKS.filter((mark) => counts.marks[mark] > 0 || mark === filter).map((mark) => (
        <Chip
          key={mark}
          filter={mark}
          word={mark === "cordoned" ? t("grid.cordoned") : mark}
          count={counts.marks[mark]}
          look={plainCellStyle("available", { old: true, ...MARK_LOOKS[mark] })}
          current={filter}
          onFilter={onFilter}
        />
      ))}
    </fieldset>
  );
}
