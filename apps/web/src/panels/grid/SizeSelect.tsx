import { GRID_SIZES, type GridSize, NAMES_UP_TO } from "../../draw/grid/layout/grid-size.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./grid-tools.module.css";

interface SizeSelectProps {
  readonly nodes: number;
  readonly size: GridSize;
  readonly onSize: (size: GridSize) => void;
}

/** Chooses the size of the cells, or the table. */
export function SizeSelect({ nodes, size, onSize }: SizeSelectProps) {
  const { t } = useTranslation();
  return (
    <label className={css.field}>
      <select aria-label={t("grid.size")} value={size} onChange={(event) => onSize(event.target.value as GridSize)}>
        {GRID_SIZES.map((each) => (
          <option
            key={each}
            value={each}
            disabled={each === "names" && nodes > NAMES_UP_TO}
            title={each === "names" && nodes > NAMES_UP_TO ? t("grid.namesLimit", { limit: NAMES_UP_TO }) : undefined}
          >
            {t(`grid.sizes.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
