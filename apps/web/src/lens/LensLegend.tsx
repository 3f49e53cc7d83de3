import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { plainCellStyle } from "../cell/look.ts";
import legendCss from "../legend/legend.module.css";
import { countText } from "../text/figures.ts";
import { classes } from "../theme/classes.ts";
import type { LensResult } from "./band.ts";
import type { Lens } from "./lens.ts";
import { bandWords } from "./lens-words.ts";

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
