import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Roving } from "../controls/Roving.tsx";
import type { Grouping } from "../rows/grouping.ts";
import { groupingWords } from "../rows/grouping-words.ts";
import { GRID_SIZES, type GridSize, NAMES_UP_TO } from "./grid-size.ts";
import css from "./grid-tools.module.css";

interface GridToolsProps {
  readonly nodes: number;
  readonly grouping: Grouping;
  readonly groupings: readonly Grouping[];
  readonly size: GridSize;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onSize: (size: GridSize) => void;
  readonly children: ReactNode;
}

/** What the grid is grouped by and how large it is shown; `children` stand between. */
export function GridTools({ nodes, grouping, groupings, size, onGrouping, onSize, children }: GridToolsProps) {
  const { t } = useTranslation();
  return (
    <Roving className={`sect ${css.tools}`}>
      <h2>{t("grid.nodes", { count: nodes })}</h2>
      <label className={css.grouping}>
        <span className="i3">{t("grid.by")}</span>
        <select className="btn" value={grouping} onChange={(event) => onGrouping(event.target.value)}>
          {[...new Set([grouping, ...groupings])].map((each) => (
            <option key={each} value={each}>
              {groupingWords(each, t)}
            </option>
          ))}
        </select>
      </label>
      {children}
      <span className="grow" />
      <fieldset className={css.choices} aria-label={t("grid.size")}>
        {GRID_SIZES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === size}
            className={each === size ? css.chosen : undefined}
            disabled={each === "names" && nodes > NAMES_UP_TO}
            title={each === "names" && nodes > NAMES_UP_TO ? t("grid.namesLimit", { limit: NAMES_UP_TO }) : undefined}
            onClick={() => onSize(each)}
          >
            {t(`grid.sizes.${each}`)}
          </button>
        ))}
      </fieldset>
    </Roving>
  );
}
