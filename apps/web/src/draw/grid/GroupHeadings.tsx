import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { NodeGroup } from "../../data/rows/node-group.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./grid.module.css";
import { groupName } from "./group-text.ts";
import { type GridLayout, TAINT_TEXT_FROM } from "./layout/grid-layout.ts";
import { TaintMark } from "./TaintMark.tsx";

/** From this heading width in CSS pixels, the mark of the shared taints is shown. */
const MARK_FROM = 76;
/** Wide enough for all facts of a group. */
const WHOLE_WIDTH = 1000;

interface GroupHeadingsProps {
  readonly layout: GridLayout;
  readonly groups: readonly NodeGroup[];
  /** Returns the facts of a group that fit a heading of this width in CSS pixels. `isBelow`: below the name. */
  readonly factsOf: (group: NodeGroup, width: number, isBelow: boolean) => string;
  /** Returns the whole reason that the facts of a group give in short, if they give one. */
  readonly reasonOf?: ((group: NodeGroup) => string | undefined) | undefined;
  /** Returns the shared taints of a group that the previewed change adds. */
  readonly newTaintsOf?: ((group: NodeGroup) => readonly string[]) | undefined;
  /** The group that the filter keeps. */
  readonly only: string | undefined;
  readonly onOnly: (group: string | undefined) => void;
}

const NONE_NEW = (): readonly string[] => [];

/** Returns the taints that all nodes of a group share, with `+` before those that a previewed change adds. */
function taintsLine({ sharedTaints }: NodeGroup, added: readonly string[]): string {
  return sharedTaints
    .map(taintText)
    .map((taint) => (added.includes(taint) ? `+ ${taint}` : taint))
    .join(", ");
}

/** One heading over each group: name, counts, and the taints that all its nodes share. */
export function GroupHeadings({ layout, groups, factsOf, reasonOf, newTaintsOf = NONE_NEW, only, onOnly }: GroupHeadingsProps) {
  const { t } = useTranslation();
  const isBeside = layout.flow === "rowsBesideHeads";
  return layout.places.map((place) => {
    const group = groups[place.index];
    if (group === undefined) return null;
    const taint = group.sharedTaints[0];
    const [facts, reason] = [factsOf(group, place.headWidth, isBeside), reasonOf?.(group)];
    const taints = taintsLine(group, newTaintsOf(group));
    return (
      <div
        key={group.name}
        className={classes(css.heading, isBeside && css.beside, only !== undefined && group.name !== only && css.steppedBack)}
        style={{ left: isBeside ? 0 : place.x, top: place.headTop, width: place.headWidth }}
      >
        <div className={css.line}>
          <h3>
            <button
              type="button"
              aria-pressed={group.name === only}
              title={t("grid.onlyGroup", { name: groupName(group, t), facts: reason ?? factsOf(group, WHOLE_WIDTH, false) })}
              onClick={() => onOnly(group.name === only ? undefined : group.name)}
            >
              <MiddleCut text={groupName(group, t)} isWord />
            </button>
          </h3>
          <span className="i3" title={reason}>
            {reason === undefined || reason === facts ? (
              facts
            ) : (
              <>
                <span aria-hidden="true">{facts}</span>
                <span className="visually-hidden">{reason}</span>
              </>
            )}
          </span>
          {taint !== undefined && place.headWidth >= MARK_FROM && (
            <>
              <TaintMark effect={taint.effect} />
              {place.headWidth > TAINT_TEXT_FROM && (
                <span className="i3 code ell" title={taints}>
                  {taints}
                </span>
              )}
            </>
          )}
        </div>
      </div>
    );
  });
}
