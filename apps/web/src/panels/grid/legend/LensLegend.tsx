import { plainCellStyle } from "../../../data/cell/cell-style.ts";
import type { LensResult } from "../../../data/lens/band.ts";
import type { Lens } from "../../../data/lens/lens.ts";
import { bandWords } from "../../../data/lens/lens-text.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import legendCss from "./legend.module.css";

interface LensLegendProps {
  readonly lens: Lens;
  readonly reading: LensResult;
  /** Id of the kept band. */
  readonly band: string | undefined;
  readonly onBand: (band: string | undefined) => void;
}

/** The bands of a lens with their counts. The pressed one is kept, and the others are dimmed. */
export function LensLegend({ lens, reading, band, onBand }: LensLegendProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={legendCss.states} data-states aria-label={t("lens.filter")}>
      {reading.bands.map(({ id, meaning, shade, count }) => {
        const isOn = id === band;
        return (
          <button
            key={id}
            type="button"
            className={classes(
              legendCss.entry,
              count === 0 && legendCss.zero,
              isOn && legendCss.kept,
              !isOn && band !== undefined && legendCss.steppedBack,
            )}
            aria-pressed={isOn}
            data-band={id}
            data-count={count}
            onClick={() => onBand(isOn ? undefined : id)}
          >
            <CellSwatch look={plainCellStyle("available", { shade })} size={13} />
            <b>{countText(count)}</b> <span>{bandWords(meaning, lens, t)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
