import { ineligibilityOf } from "@daemonscope/daemonset/placement/eligibility";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { DaemonSetThen, Ghost, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { useMemo, useRef } from "react";
import { NO_GROUP } from "../../../data/rows/grouping.ts";
import { nameWidth } from "../../../draw/strip/pool-name.ts";
import { layOutStrip, type StripLayout } from "../../../draw/strip/strip-layout.ts";
import { BeforeAfter } from "../../../panels/actions/effect/BeforeAfter.tsx";
import { effectPools } from "../../../panels/actions/effect/effect-nodes.ts";
import { GhostStrip } from "../../../panels/actions/effect/GhostStrip.tsx";
import { namesWords } from "../../../panels/actions/effect/what-if-text.ts";
import { hasCounts, rolloutOf, withoutSteps } from "../../../panels/actions/effect/what-if-verdict.ts";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { useMedia } from "../../../ui/theme/use-media.ts";
import { canvasPixelRatio } from "../../../ui/viewport/fit-canvas.ts";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { Trans, useTranslation } from "../../../words/i18n/use-translation.tsx";
import { PoolHeads } from "../../fleet/PoolHeads.tsx";
import type { ShownEffect } from "./use-what-if-effect.ts";
import css from "./what-if.module.css";

interface EffectTableProps {
  readonly state: ClusterState;
  readonly answer: WhatIfAnswer;
  readonly effect: ShownEffect;
  /** Key of the DaemonSet whose grid is shown. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** Two rows of cells in a row of the table, CSS pixels. */
const STRIP_SIZE = { height: 24, largestCell: 12 };

/** At this width pools have no headings. */
const NAMELESS = "(max-width: 760px)";

/** `nameOf`: the names of pools over their columns; undefined if pools have no headings. */
function useLayout({ nodes }: ShownEffect, width: number, nameOf: ((pool: string) => string) | undefined): StripLayout {
  return useMemo(() => {
    const widthOf = (pool: string) => (nameOf === undefined ? 0 : nameWidth(nameOf(pool)));
    return layOutStrip(effectPools(nodes), width, widthOf, 1 / canvasPixelRatio(), STRIP_SIZE);
  }, [nodes, width, nameOf]);
}

/** Number of nodes with one of these outcomes. */
const podsOf = ({ ghosts }: DaemonSetThen, outcomes: readonly Ghost[]): number =>
  ghosts.reduce((sum, { ghost, nodes }) => sum + (outcomes.includes(ghost) ? nodes.length : 0), 0);

function DecidedBy({ state, answer, set }: { readonly state: ClusterState; readonly answer: WhatIfAnswer; readonly set: DaemonSetThen }) {
  const { t } = useTranslation();
  const cause = decidingCauseOf(set, daemonSetNamed(state, set.key), answer.nodes.then > answer.nodes.now);
  switch (cause.kind) {
    case "noToleration":
      return <Trans i18nKey="whatIf.by.noToleration" values={{ key: cause.key }} components={{ code: <code /> }} />;
    case "onlyTolerates":
      return <Trans i18nKey="whatIf.by.onlyTolerates" values={{ toleration: cause.toleration }} components={{ code: <code /> }} />;
    case "wants":
      return <Trans i18nKey="whatIf.by.wants" values={{ what: cause.what }} components={{ code: <code /> }} />;
    case "pinned":
      return t("whatIf.by.pinned", { node: cause.node });
    case "none":
      return null;
    default:
      return t(`whatIf.by.${cause.kind}`);
  }
}

/** Every DaemonSet that the change affects, now and after the change; those that lose nodes first. Each row ends with
 *  a strip of all nodes, in the same places. */
export function EffectTable({ state, answer, effect, chosen, onChoose }: EffectTableProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(box);
  const noValue = t("grid.noValue");
  const nameOf = useMemo(() => (pool: string) => (pool === NO_GROUP ? noValue : pool), [noValue]);
  const layout = useLayout(effect, width, useMedia(NAMELESS) ? undefined : nameOf);
  const { unchanged } = answer;
  const isMisscheduled = answer.daemonSets.some((set) => set.then.misscheduled !== withoutSteps(set).misscheduled);
  const counts = isMisscheduled ? (["desired", "misscheduled"] as const) : (["desired"] as const);
  return (
    <div className={css.effects}>
      <DataTable
        className={css.table}
        label={t("whatIf.table.label")}
        isStacked
        rows={answer.daemonSets}
        keyOf={({ key }) => key}
        rowProps={({ key, unwanted, life }) => ({
          className: classes(key === chosen && css.chosen, unwanted === 0 && life === "stays" && css.calm),
          "data-daemonset": key,
        })}
        columns={[
          {
            head: t("whatIf.table.daemonSet"),
            isRowHead: true,
            cell: ({ key, life }) => (
              <>
                <button
                  type="button"
                  aria-pressed={key === chosen}
                  title={t("whatIf.table.show", { name: key })}
                  onClick={() => onChoose(key)}
                >
                  <MiddleCut text={nameOfKey(key)} isWord />
                </button>
                {life === "stays" ? null : <span className="i3"> {t(`whatIf.table.${life}`)}</span>}
              </>
            ),
          },
          ...counts.map((count) => ({
            head: t(`whatIf.table.${count}`),
            className: count === "desired" ? "num" : `num ${css.wide}`,
            cell: (set: DaemonSetThen) => <BeforeAfter now={withoutSteps(set)[count]} then={set.then[count]} />,
          })),
          {
            head: t("whatIf.table.decidedBy"),
            className: `ell ${css.wide} ${css.by}`,
            cell: (set) => {
              const [lost, gained] = [podsOf(set, ["goes"]), podsOf(set, ["comes", "unfit"])];
              const isBoth = set.life === "stays" && lost > 0 && gained > 0;
              return (
                <>
                  {isBoth ? t("whatIf.by.lost", { amount: lost }) : null}
                  <DecidedBy state={state} answer={answer} set={set} />
                  {isBoth ? t("whatIf.by.gained", { amount: gained }) : null}
                </>
              );
            },
          },
          {
            head: (
              <>
                <span className="visually-hidden">{t("whatIf.table.nodes")}</span>
                <div ref={box} className={css.poolHeads} aria-hidden="true">
                  {width > 0 && <PoolHeads pools={layout.pools} nameOf={nameOf} />}
                </div>
              </>
            ),
            className: css.strip,
            cell: ({ key }) => width > 0 && <GhostStrip layout={layout} column={effect.columnOf(key)} />,
          },
        ]}
      />
      {unchanged.length === 0 ? null : (
        <p className={css.unchanged}>
          {hasCounts(answer)
            ? t("whatIf.table.unchanged", { count: unchanged.length, names: namesWords(unchanged, t) })
            : t("whatIf.table.notCounted")}
        </p>
      )}
    </div>
  );
}

/** The reason why a DaemonSet loses nodes, gains some, or is not affected. Texts are the API's own. */
type DecidingCause =
  | { readonly kind: "noToleration"; readonly key: string }
  /** The toleration that is closest to the taint. */
  | { readonly kind: "onlyTolerates"; readonly toleration: string }
  | { readonly kind: "wants"; readonly what: string }
  | { readonly kind: "pinned"; readonly node: string }
  | { readonly kind: "affinity" }
  | { readonly kind: "nodesLeave" }
  | { readonly kind: "deleted" }
  | { readonly kind: "new" }
  | { readonly kind: "template" }
  | { readonly kind: "toleratesAll" }
  | { readonly kind: "joins" }
  | { readonly kind: "none" };

function byCheck(check: PlacementCheck, record: DaemonSetRecord | undefined): DecidingCause {
  if (check.kind === "taint") {
    const near = record?.placement.tolerations.find(({ key }) => key === check.taint.key);
    return near === undefined
      ? { kind: "noToleration", key: check.taint.key }
      : { kind: "onlyTolerates", toleration: tolerationText(near) };
  }
  const { kind, what } = ineligibilityOf(check);
  if (kind === "nodeName") return { kind: "pinned", node: what };
  return what === "" ? { kind: "affinity" } : { kind: "wants", what };
}

/** Returns the check that determines the outcome of a DaemonSet, or another reason. `joins`: nodes would join. */
export function decidingCauseOf(set: DaemonSetThen, record: DaemonSetRecord | undefined, joins: boolean): DecidingCause {
  if (set.life === "goes") return { kind: "deleted" };
  if (set.life === "comes") return { kind: "new" };
  if (set.lostBy !== undefined) return byCheck(set.lostBy, record);
  if (rolloutOf(set) !== undefined) return { kind: "template" };
  const goes = set.ghosts.find(({ ghost }) => ghost === "goes");
  if (goes !== undefined) return goes.check === undefined ? { kind: "nodesLeave" } : byCheck(goes.check, record);
  if (joins && set.ghosts.some(({ ghost }) => ghost === "comes" || ghost === "unfit")) return { kind: "joins" };
  const toleratesAll = record?.placement.tolerations.some(({ key, operator }) => (key ?? "") === "" && operator === "Exists");
  return toleratesAll === true ? { kind: "toleratesAll" } : { kind: "none" };
}
