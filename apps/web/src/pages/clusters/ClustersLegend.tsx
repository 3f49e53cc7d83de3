import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./clusters.module.css";

const LEGEND_MARKS = [
  ["failing", verdictIcon("stuck")],
  ["degraded", verdictIcon("degraded")],
  ["shrunk", verdictIcon("shrunk")],
  ["misscheduled", verdictIcon("misscheduled")],
  ["behind", plainCellStyle("available", { old: true })],
  ["rolling", verdictIcon("rolling")],
  ["healthy", verdictIcon("healthy")],
] as const;

/** Explains the marks. */
export function ClustersLegend() {
  const { t } = useTranslation();
  return (
    <ul className={css.legend}>
      {LEGEND_MARKS.map(([id, look]) => (
        <li key={id}>
          <CellSwatch look={look} size={12} />
          {t(`clusters.legend.${id}`)}
        </li>
      ))}
    </ul>
  );
}
