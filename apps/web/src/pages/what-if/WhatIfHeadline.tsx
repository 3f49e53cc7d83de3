import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { ReactNode } from "react";
import { previewProblem } from "../../data/api/preview-refusal.ts";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import type { WhatIfView } from "../../data/url/url.ts";
import { GhostSwatch } from "../../draw/ghost/GhostSwatch.tsx";
import { ghostCellStyle } from "../../panels/actions/effect/GhostLegend.tsx";
import { verdictSentence, verdictTitle } from "../../panels/actions/effect/what-if-text.ts";
import { podCountOf, verdictGhost, whatIfVerdict } from "../../panels/actions/effect/what-if-verdict.ts";
import { ExportCommand } from "../../panels/exports/ExportCommand.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { displayedDaemonSet } from "./displayed-daemon-set.ts";
import type { ShownEffect } from "./effect/use-what-if-effect.ts";
import css from "./effect/what-if.module.css";
import { LinkButton, RunStepsButton } from "./WhatIfActions.tsx";
import { parseWhatIfDisplay } from "./what-if-display.ts";

const WhatIfExport = lazyWithWords(() => import("./WhatIfExport.tsx").then((module) => module.WhatIfExport));

interface WhatIfHeadlineProps {
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer | undefined;
  readonly effect: ShownEffect;
  readonly problem: Error | null | undefined;
  readonly onAdd: (steps: readonly Step[]) => void;
}

interface WhatIfToolsProps extends Pick<WhatIfHeadlineProps, "steps" | "answer" | "effect"> {
  readonly view: WhatIfView;
  readonly state: ClusterState;
}

/** The link of the preview, and its export. On a phone the link is in the bottom bar. */
export function WhatIfTools({ view, state, steps, answer, effect }: WhatIfToolsProps) {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const look = parseWhatIfDisplay(view);
  return (
    <>
      {isPhone ? null : <LinkButton view={view} />}
      {answer === undefined ? null : (
        <ExportCommand
          Dialog={WhatIfExport}
          props={{
            steps,
            answer,
            sentence: verdictSentence(whatIfVerdict(answer, effect.nodes), t),
            effect,
            shown: displayedDaemonSet(look.daemonSet, state, answer),
            grouping: look.group,
          }}
        />
      )}
    </>
  );
}

/** Returns the manifests and edits that keep DaemonSets on the nodes that would no longer want them. */
function keepingSteps(answer: WhatIfAnswer | undefined): readonly Step[] {
  return (answer?.daemonSets ?? []).flatMap(({ keepBy, unwanted }) => (unwanted > 0 && keepBy !== undefined ? [keepBy] : []));
}

/** States how many pods end, and how many DaemonSets lose no node. The sentence has the losers. */
function FallLine({ answer, kept }: { readonly answer: WhatIfAnswer; readonly kept: number }): ReactNode {
  const { t } = useTranslation();
  const pods = podCountOf(answer, "goes");
  return (
    <>
      {pods === 0 ? null : <span>{t("whatIf.deletedAtOnce", { count: pods })}</span>}
      {kept === 0 ? null : <span>{t("whatIf.keepAll", { count: kept })}</span>}
    </>
  );
}

/** The verdict on the steps, and its actions. */
export function WhatIfHeadline({ steps, answer, effect, problem, onAdd }: WhatIfHeadlineProps) {
  const { t } = useTranslation();
  const verdict = whatIfVerdict(answer, effect.nodes);
  const isAsking = steps.length > 0 && answer === undefined && (problem === null || problem === undefined);
  const word = isAsking ? t("whatIf.word.empty") : t(`whatIf.word.${verdict.kind}`);
  const sentence = isAsking ? t("whatIf.asking") : verdictSentence(verdict, t);
  const keeping = keepingSteps(answer);
  const isPhone = useMedia(PHONE);
  return (
    <Headline
      icon={
        <GhostSwatch
          look={isAsking ? { ghost: "same", now: plainCellStyle("unknown") } : ghostCellStyle(verdictGhost(verdict, answer))}
          size={28}
        />
      }
      word={word}
      sentence={sentence}
      title={answer === undefined ? t("whatIf.title") : t("whatIf.tabTitle", { sentence: verdictTitle(verdict, t) })}
      tools={null}
      actions={
        <RovingGroup className={css.doings}>
          {keeping.length === 0 ? null : (
            <button type="button" className={`btn ${css.proposed}`} title={t("whatIf.letStayMeans")} onClick={() => onAdd(keeping)}>
              + {t("whatIf.letStay", { count: keeping.length, name: verdict.kind === "fall" ? nameOfKey(verdict.losers[0] ?? "") : "" })}
            </button>
          )}
          {isPhone || answer === undefined ? null : <RunStepsButton steps={steps} answer={answer} />}
        </RovingGroup>
      }
    >
      {verdict.kind === "fall" && answer !== undefined ? <FallLine answer={answer} kept={verdict.kept.length} /> : null}
      {problem === null || problem === undefined ? null : <span role="alert">{previewProblem(problem, t)}</span>}
    </Headline>
  );
}
