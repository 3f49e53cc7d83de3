import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { type Figure, figureWord, lookOfFigure } from "../cell/figure.ts";
import { type CellLook, plainLook } from "../cell/look.ts";
import { LEGEND_FIGURES, type LegendCounts, type LegendFilter, NODE_MARKS, type NodeMark } from "./legend.ts";

const MARK_LOOKS: Readonly<Record<NodeMark, Partial<CellLook>>> = {
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
  readonly look: CellLook;
  readonly current: LegendFilter | undefined;
  readonly onFilter: (filter: LegendFilter | undefined) => void;
}

/** That a click takes a filter away. */
export const CloseMark = () => (
  <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.3" />
  </svg>
);

function Chip({ filter, word, count, look, current, onFilter }: ChipProps) {
  const isOn = current === filter;
  const className = `lg${count === 0 ? " zero" : ""}${isOn ? " on" : current === undefined ? "" : " off"}`;
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      data-filter={filter}
      data-count={count}
      onClick={() => onFilter(isOn ? undefined : filter)}
    >
      <CellSwatch look={look} size={13} />
      <b>{count.toLocaleString("en-US")}</b> <span>{word}</span>
      {isOn && <CloseMark />}
    </button>
  );
}

/** All states with their counts; the one that is pressed is kept, the others step back. A pressed one comes first. *Unknown* stands there only where something is. */
export function Legend({ counts, filter, onFilter, knowsRevisions }: LegendProps & { readonly knowsRevisions: boolean }) {
  const { t } = useTranslation();
  const isShown = (figure: Figure): boolean =>
    filter === figure || (figure === "unknown" ? counts.figures.unknown > 0 : figure !== "old" || knowsRevisions);
  const figures = LEGEND_FIGURES.filter(isShown).sort((a, b) => Number(b === filter) - Number(a === filter));
  return (
    <fieldset className="legend-states" aria-label={t("grid.stateFilter")}>
      {figures.map((figure) => (
        <Chip
          key={figure}
          filter={figure}
          word={figureWord(figure, t)}
          count={counts.figures[figure]}
          look={plainLook("available", lookOfFigure(figure))}
          current={filter}
          onFilter={onFilter}
        />
      ))}
    </fieldset>
  );
}

/** The marks of nodes with their counts. Those that no node has are left out, unless pressed. */
export function LegendMarks({ counts, filter, onFilter }: LegendProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="marks" aria-label={t("grid.markFilter")}>
      {NODE_MARKS.filter((mark) => counts.marks[mark] > 0 || mark === filter).map((mark) => (
        <Chip
          key={mark}
          filter={mark}
          word={mark === "cordoned" ? t("grid.cordoned") : mark}
          count={counts.marks[mark]}
          look={plainLook("available", { old: true, ...MARK_LOOKS[mark] })}
          current={filter}
          onFilter={onFilter}
        />
      ))}
    </fieldset>
  );
}
