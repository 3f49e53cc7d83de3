import type { Ghost } from "@daemonscope/shared/http/what-if";
import { useTranslation } from "react-i18next";
import { plainLook } from "../cell/look.ts";
import { GhostSwatch } from "../ghost/GhostSwatch.tsx";
import type { GhostLook } from "../ghost/ghost-look.ts";
import legendCss from "../legend/legend.module.css";
import { countText } from "../text/figures.ts";
import { classes } from "../theme/classes.ts";
import { ghostWord } from "./what-if-words.ts";

/** In the order of a loss: what goes, what changes, what goes wrong, what comes. */
export const LEGEND: readonly Ghost[] = ["goes", "restarts", "unfit", "comes", "stays", "replacedByHand", "same"];

/** Only under OnDelete, so that elsewhere it would be one sign more to learn. */
const isShown = (ghost: Ghost, count: number, current: Ghost | undefined): boolean =>
  ghost !== "replacedByHand" || count > 0 || current === ghost;

/** The look that stands for what becomes of a place. */
export const lookOfGhost = (ghost: Ghost): GhostLook => ({
  ghost,
  now: ghost === "comes" ? plainLook("excluded") : plainLook("available", { old: ghost === "replacedByHand" }),
});

/** What becomes of the nodes, counted; one that is pressed is kept. */
export function GhostLegend({
  counts,
  isDeleted,
  current,
  onKeep,
}: {
  readonly counts: Readonly<Record<Ghost, number>>;
  /** The DaemonSet itself goes. */
  readonly isDeleted: boolean;
  readonly current: Ghost | undefined;
  readonly onKeep: (ghost: Ghost | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={legendCss.states} aria-label={t("whatIf.ghostFilter")}>
      {LEGEND.filter((ghost) => isShown(ghost, counts[ghost], current)).map((ghost) => {
        const isOn = ghost === current;
        const isEmpty = counts[ghost] === 0;
        return (
          <button
            key={ghost}
            type="button"
            data-ghost={ghost}
            data-count={counts[ghost]}
            aria-pressed={isOn}
            className={classes(
              legendCss.entry,
              isEmpty && legendCss.zero,
              isOn && legendCss.kept,
              !isOn && current !== undefined && legendCss.steppedBack,
            )}
            onClick={() => onKeep(isOn ? undefined : ghost)}
          >
            <GhostSwatch look={lookOfGhost(ghost)} size={15} />
            <span>
              <b>{countText(counts[ghost])}</b> {ghostWord(ghost, isDeleted, t)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
