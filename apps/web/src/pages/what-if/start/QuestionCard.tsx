import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { type ClusterState, daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { type ReactNode, useId, useMemo } from "react";
import { previewProblem } from "../../../data/api/preview-refusal.ts";
import { useWhatIf } from "../../../data/api/queries.ts";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import { layOutStrip } from "../../../draw/strip/strip-layout.ts";
import { effectPools } from "../../../panels/actions/effect/effect-nodes.ts";
import { ghostCellStyle } from "../../../panels/actions/effect/GhostLegend.tsx";
import { GhostStrip } from "../../../panels/actions/effect/GhostStrip.tsx";
import { verdictTitle } from "../../../panels/actions/effect/what-if-text.ts";
import { podCountOf, verdictGhost, whatIfVerdict } from "../../../panels/actions/effect/what-if-verdict.ts";
import { canvasPixelRatio } from "../../../ui/viewport/fit-canvas.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { type ShownEffect, useWhatIfEffect } from "../effect/use-what-if-effect.ts";
import css from "./start.module.css";

interface QuestionCardProps {
  readonly title: string;
  readonly state: ClusterState;
  /** Key of the chosen DaemonSet. */
  readonly daemonSet: string;
  /** Empty while a control has an incomplete text. */
  readonly steps: readonly Step[];
  /** The controls of the question. */
  readonly children: ReactNode;
  readonly onOpen: (steps: readonly Step[]) => void;
}

/** Size of a picture, CSS pixels: two rows of cells. */
const PICTURE_WIDTH = 568;
const PICTURE_SIZE = { height: 38, largestCell: 19 };

/** Returns the DaemonSet of the picture: the chosen one if its pods change, else the first whose pods change. */
function picturedDaemonSet(answer: WhatIfAnswer | undefined, chosen: string): string {
  const changing = (answer?.daemonSets ?? []).filter(({ ghosts }) => ghosts.length > 0);
  return (changing.find(({ key }) => key === chosen) ?? changing[0])?.key ?? chosen;
}

/** A ready question with its answer. The controls change the question in place; the arrow opens it as the first step.
 *  The answer is asked again when the cluster wants the DaemonSet on another number of nodes. */
export function QuestionCard({ title, state, daemonSet, steps, children, onOpen }: QuestionCardProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const desired = daemonSetNamed(state, daemonSet)?.derived?.desiredNumberScheduled;
  const { data, error } = useWhatIf(steps, `${state.epoch} ${desired}`);
  const answer = steps.length === 0 ? undefined : data;
  const effect = useWhatIfEffect(state, answer);
  const verdict = whatIfVerdict(answer, effect.nodes);
  const pictured = picturedDaemonSet(answer, daemonSet);
  const ended = verdict.kind === "restarts" && answer !== undefined ? podCountOf(answer, "goes") : 0;
  const words = answer === undefined ? t(steps.length === 0 ? "whatIf.start.incomplete" : "whatIf.asking") : verdictTitle(verdict, t);
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <div className={css.title}>
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          className="iconbtn"
          disabled={steps.length === 0}
          aria-label={t("whatIf.start.open", { title })}
          title={t("whatIf.start.open", { title })}
          onClick={() => onOpen(steps)}
        >
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m6 3 5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </div>
      <div className={css.controls}>{children}</div>
      <Picture effect={effect} daemonSet={pictured} />
      <p className={css.answer} role="status">
        {answer === undefined ? null : <GhostSwatch look={ghostCellStyle(verdictGhost(verdict, answer))} size={16} />}
        <span>
          {error === null ? words : previewProblem(error, t)}
          {error === null && ended > 0 ? `${t("model.comma")}${t("whatIf.start.ends", { count: ended })}` : null}
        </span>
        {pictured === daemonSet ? null : (
          <span className={`i3 ell ${css.pictured}`}>{t("whatIf.start.shows", { name: nameOfKey(pictured) })}</span>
        )}
      </p>
    </section>
  );
}

/** All nodes with the outcome of the DaemonSet on each. */
function Picture({ effect, daemonSet }: { readonly effect: ShownEffect; readonly daemonSet: string }) {
  const { nodes } = effect;
  const layout = useMemo(() => layOutStrip(effectPools(nodes), PICTURE_WIDTH, undefined, 1 / canvasPixelRatio(), PICTURE_SIZE), [nodes]);
  return (
    <div className={css.picture}>
      <GhostStrip layout={layout} column={effect.columnOf(daemonSet)} />
    </div>
  );
}
