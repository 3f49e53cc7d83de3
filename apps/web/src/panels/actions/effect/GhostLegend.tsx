import type { Ghost } from "@daemonscope/shared/http/what-if";
import { plainCellStyle } from "../../../data/cell/cell-style.ts";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import type { GhostStyle } from "../../../draw/ghost/ghost-style.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import legendCss from "../../grid/legend/legend.module.css";
import { ghostWord } from "./what-if-text.ts";

/** Outcomes in the order of the legend: removed and restarted pods first, unchanged nodes last. */
export const LEGEND: readonly Ghost[] = ["goes", "restarts", "unfit", "comes", "stays", "replacedByHand", "same"];

/** Returns the look that represents an outcome. */
export const ghostCellStyle = (ghost: Ghost): GhostStyle => ({
  ghost,
  now: ghost === "comes" ? plainCellStyle("excluded") : plainCellStyle("available", { old: ghost === "replacedByHand" }),
});

/** The counts of outcomes that occur. A pressed entry filters the nodes. */
export function GhostLegend({
  counts,
  updatedAnyway,
  isDeleted,
  current,
  onKeep,
}: {
  readonly counts: Readonly<Record<Ghost, number>>;
  /** Unchanged nodes whose pod the running rollout updates. */
  readonly updatedAnyway: number;
  /** The DaemonSet itself is deleted. */
  readonly isDeleted: boolean;
  readonly current: Ghost | undefined;
  readonly onKeep: (ghost: Ghost | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={legendCss.states} aria-label={t("whatIf.ghostFilter")}>
      {LEGEND.filter((ghost) => counts[ghost] > 0 || ghost === current).map((ghost) => {
        const isOn = ghost === current;
        return (
          <button
            key={ghost}
            type="button"
            data-ghost={ghost}
            data-count={counts[ghost]}
            aria-pressed={isOn}
            className={classes(
              legendCss.entry,
              counts[ghost] === 0 && legendCss.zero,
              isOn && legendCss.kept,
              !isOn && current !== undefined && legendCss.steppedBack,
            )}
            onClick={() => onKeep(isOn ? undefined : ghost)}
          >
            <GhostSwatch look={ghostCellStyle(ghost)} size={15} />
            <span>
              <b>{countText(counts[ghost])}</b> {ghostWord(ghost, isDeleted, t)}
              {ghost === "same" && updatedAnyway > 0 ? (
                <span className="i3">{t("whatIf.updatedAnyway", { count: updatedAnyway })}</span>
              ) : null}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
