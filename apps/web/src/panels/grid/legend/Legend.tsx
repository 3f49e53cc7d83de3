import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import { type CellVariant, cellStyleOfVariant, cellVariantLabel } from "../../../data/cell/cell-variant.ts";
import { LEGEND_VARIANTS, type LegendCounts, type LegendFilter, NODE_MARKS, type NodeMark } from "../../../data/rows/legend-counts.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
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
  readonly current: LegendFilter | undefined;
  readonly onFilter: (filter: LegendFilter | undefined) => void;
}

function Chip({ filter, word, count, look, current, onFilter }: ChipProps) {
  const isOn = current === filter;
  const className = classes(css.entry, isOn && css.kept, !isOn && current !== undefined && css.steppedBack);
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      data-filter={filter}
      data-count={count}
      title={word}
      onClick={() => onFilter(isOn ? undefined : filter)}
    >
      <CellSwatch look={look} size={12} />
      <b>{countText(count)}</b> <span>{word}</span>
    </button>
  );
}

/** The states of the nodes with their counts. The pressed one is kept and comes first, and the others are dimmed. */
export function Legend({ counts, filter, onFilter, knowsRevisions }: LegendProps & { readonly knowsRevisions: boolean }) {
  const { t } = useTranslation();
  const isShown = (figure: CellVariant): boolean =>
    filter === figure || (counts.figures[figure] > 0 && (figure !== "old" || knowsRevisions));
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
  const marks = NODE_MARKS.filter((mark) => counts.marks[mark] > 0 || mark === filter);
  if (marks.length === 0) return null;
  const wordOf = (mark: NodeMark) => (mark === "cordoned" ? t("grid.cordoned") : mark);
  const all = marks.map((mark) => `${countText(counts.marks[mark])} ${wordOf(mark)}`).join(t("grid.comma"));
  return (
    <fieldset className={css.marks} aria-label={t("grid.markFilter")} title={all}>
      {marks.map((mark) => (
        <Chip
          key={mark}
          filter={mark}
          word={wordOf(mark)}
          count={counts.marks[mark]}
          look={plainCellStyle("available", { old: true, ...MARK_LOOKS[mark] })}
          current={filter}
          onFilter={onFilter}
        />
      ))}
    </fieldset>
  );
}
