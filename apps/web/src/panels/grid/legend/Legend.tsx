import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import { type CellVariant, cellStyleOfVariant, cellVariantLabel } from "../../../data/cell/cell-variant.ts";
import {
  LEGEND_VARIANTS,
  type LegendCounts,
  type LegendFilter,
  NODE_MARKS,
  type NodeMark,
  TAINT_MARKS,
} from "../../../data/rows/legend-counts.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { PHONE, useMedia } from "../../../ui/theme/use-media.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./legend.module.css";

const MARK_LOOKS: Readonly<Record<NodeMark, Partial<CellStyle>>> = {
  NotReady: { nodeUnready: true },
  cordoned: { cordoned: true },
  tainted: { taint: "NoSchedule" },
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
  readonly title?: string;
  readonly count: number;
  readonly look: CellStyle;
  readonly current: LegendFilter | undefined;
  readonly onFilter: (filter: LegendFilter | undefined) => void;
}

function Chip({ filter, word, title = word, count, look, current, onFilter }: ChipProps) {
  const isOn = current === filter;
  const className = classes(css.entry, isOn && css.kept, !isOn && current !== undefined && css.steppedBack);
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      data-filter={filter}
      data-count={count}
      title={title}
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
  const isPhone = useMedia(PHONE);
  const isShown = (figure: CellVariant): boolean =>
    filter === figure || (counts.figures[figure] > 0 && (figure !== "old" || knowsRevisions));
  const figures = LEGEND_VARIANTS.filter(isShown).sort((a, b) => Number(b === filter) - Number(a === filter));
  return (
    <fieldset className={css.states} data-states aria-label={t("grid.stateFilter")}>
      {figures.map((figure, at) => (
        <Chip
          // On a phone, which has no focus to keep, an entry appears in its new place instead of jumping there.
          key={isPhone ? `${at} ${figure}` : figure}
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

const isTaintMark = (mark: NodeMark): boolean => TAINT_MARKS.some((each) => each === mark);

/** The marks of nodes with their counts. Marks without nodes are left out, unless pressed. Taints of all effects are
 *  one entry, so that the legend fits on one line; a link can still select an effect. */
export function LegendMarks({ counts, filter, onFilter }: LegendProps) {
  const { t } = useTranslation();
  const marks = NODE_MARKS.filter((mark) => mark === filter || (counts.marks[mark] > 0 && !isTaintMark(mark)));
  if (marks.length === 0) return null;
  const effects = TAINT_MARKS.filter((mark) => counts.marks[mark] > 0);
  const wordOf = (mark: NodeMark) => (mark === "cordoned" || mark === "tainted" ? t(`grid.${mark}`) : mark);
  const titleOf = (shown: readonly NodeMark[]) =>
    shown.map((mark) => `${countText(counts.marks[mark])} ${wordOf(mark)}`).join(t("grid.comma"));
  return (
    <fieldset className={css.marks} aria-label={t("grid.markFilter")}>
      {marks.map((mark) => (
        <Chip
          key={mark}
          filter={mark}
          word={wordOf(mark)}
          title={titleOf(mark === "tainted" ? effects : [mark])}
          count={counts.marks[mark]}
          look={plainCellStyle("available", { old: true, ...MARK_LOOKS[mark] })}
          current={filter}
          onFilter={onFilter}
        />
      ))}
    </fieldset>
  );
}
