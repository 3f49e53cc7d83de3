import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { type ClusterState, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { useMemo, useRef, useState } from "react";
import { useWhatIf } from "../../data/api/queries.ts";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { useThrottled } from "../../data/hooks/use-throttled.ts";
import { useThrottledCluster } from "../../data/hooks/use-throttled-cluster.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { WhatIfView } from "../../data/url/url.ts";
import { type GridSize, gridSizeFor } from "../../draw/grid/layout/grid-size.ts";
import { hasCounts } from "../../panels/actions/effect/what-if-verdict.ts";
import { PhoneBar } from "../../ui/controls/PhoneBar.tsx";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { displayedDaemonSet } from "./displayed-daemon-set.ts";
import { Consequences } from "./effect/Consequences.tsx";
import { EffectTable } from "./effect/EffectTable.tsx";
import { ForecastDock } from "./effect/ForecastDock.tsx";
import { NodePreview } from "./effect/NodePreview.tsx";
import { type ShownEffect, useWhatIfEffect } from "./effect/use-what-if-effect.ts";
import css from "./effect/what-if.module.css";
import { GhostGrid } from "./ghost-grid/GhostGrid.tsx";
import { GhostGridHead } from "./ghost-grid/GhostGridHead.tsx";
import { SavedSteps } from "./start/SavedSteps.tsx";
import { useSavedSteps } from "./start/use-saved-steps.ts";
import { WhatIfStart } from "./start/WhatIfStart.tsx";
import { StepBar } from "./steps/StepBar.tsx";
import { LinkButton, RunStepsButton } from "./WhatIfActions.tsx";
import { WhatIfFrame } from "./WhatIfFrame.tsx";
import { WhatIfHeadline, WhatIfTools } from "./WhatIfHeadline.tsx";
import { formatWhatIfDisplay, parseWhatIfDisplay, updateWhatIfDisplay } from "./what-if-display.ts";

/** Minimum intervals between requests, and (`DRAW_EVERY_MS`) between drawings, while the cluster changes. */
const ASK_EVERY_MS = 2000;
const DRAW_EVERY_MS = 500;

/** Previews the effect of steps on the cluster: nothing is sent to it. The page follows the live cluster. */
export function WhatIfPage({ view }: { readonly view: WhatIfView }) {
  const { view: cluster, nowMs, isLive } = useThrottledCluster();
  const state = useThrottled(cluster.state, DRAW_EVERY_MS);
  if (state === undefined || cluster.state === undefined) return <Connecting />;
  // Another cluster is never shown with the results of the previous one.
  const shown = state.epoch === cluster.state.epoch ? state : cluster.state;
  return <Page view={view} state={shown} nowMs={nowMs} isLive={isLive} />;
}

interface PageProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly nowMs: number;
  readonly isLive: boolean;
}

/** Requests the answer to these steps again as the cluster changes, but only after the previous answer. Otherwise, if
 *  an answer takes longer than the cluster is quiet, none would ever arrive. */
function useFollowingAnswer(steps: readonly Step[], newest: string) {
  const [version, setVersion] = useState(newest);
  const query = useWhatIf(steps, version);
  if (version !== newest && !query.isPending && !query.isOfBefore) setVersion(newest);
  return { query, version };
}

/** Used if the text in the link is not a list of steps. */
const NO_STEPS: readonly Step[] = [];

function Page({ view, state, nowMs, isLive }: PageProps) {
  const isStale = isDataStale(useFreshness());
  const focusNext = useRef<string | undefined>(undefined);
  const look = parseWhatIfDisplay(view);
  const read = useMemo(() => parseSteps(view.steps), [view.steps]);
  const steps = read.kind === "steps" ? read.steps : NO_STEPS;
  const { query, version } = useFollowingAnswer(steps, useThrottled(`${state.epoch} ${state.seq}`, ASK_EVERY_MS));
  const answer = steps.length === 0 ? undefined : query.data;
  const isStart = read.kind === "steps" && steps.length === 0;
  const ownAnswer = answer?.steps.length === steps.length ? answer : undefined;
  const effect = useWhatIfEffect(state, answer);
  const change = (next: readonly Step[]) =>
    navigate({ ...view, steps: formatSteps(next), look: formatWhatIfDisplay({ ...look, node: undefined }) }, { replace: true });
  const add = (more: readonly Step[]) => change([...steps, ...more]);
  useSavedSteps(ownAnswer, view.steps, effect);
  const bar = (
    <StepBar
      isStart={isStart}
      focusNext={focusNext}
      steps={steps}
      unread={read.kind === "steps" ? undefined : read}
      answer={ownAnswer}
      state={state}
      daemonSet={look.daemonSet}
      selected={look.nodes}
      onChange={change}
      tools={<WhatIfTools view={view} state={state} steps={steps} answer={answer} effect={effect} />}
    />
  );
  return (
    <main className={css.page}>
      <WhatIfFrame isOld={isStale} />
      {isStart ? (
        <>
          <WhatIfStart
            state={state}
            daemonSet={look.daemonSet}
            onDaemonSet={(daemonSet) => updateWhatIfDisplay(view, { daemonSet })}
            onOpen={(first) => navigate({ ...view, steps: formatSteps(first) })}
          />
          {bar}
          <SavedSteps view={view} nowMs={nowMs} />
        </>
      ) : (
        bar
      )}
      {isStart ? null : (
        <div className={classes("data", query.isOfBefore && css.counting)} aria-busy={query.isOfBefore}>
          <WhatIfHeadline
            steps={steps}
            answer={answer}
            effect={effect}
            problem={steps.length === 0 ? undefined : query.error}
            onAdd={add}
          />
          {answer && <Body view={view} state={state} steps={steps} answer={answer} effect={effect} isLive={isLive && !isStale} />}
        </div>
      )}
      {answer === undefined || look.node === undefined ? null : (
        <NodePreview
          view={view}
          state={state}
          steps={steps}
          answer={answer}
          effect={effect}
          node={look.node}
          version={version}
          onAdd={add}
        />
      )}
      <Foot view={view} state={state} steps={steps} answer={answer} isStart={isStart} nowMs={nowMs} />
    </main>
  );
}

interface FootProps extends Omit<PageProps, "isLive"> {
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer | undefined;
  readonly isStart: boolean;
}

/** The foot of the page: the dock, or on a phone the actions; and the time of the answer for screen readers. */
function Foot(props: FootProps) {
  const { t } = useTranslation();
  const { answer, nowMs } = props;
  return (
    <>
      <DockOrActions {...props} />
      <span className="visually-hidden" role="status">
        {answer === undefined ? "" : t("whatIf.asOf", { time: momentText(answer.at, nowMs) })}
      </span>
    </>
  );
}

function DockOrActions({ view, state, steps, answer, isStart, nowMs }: FootProps) {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const { daemonSet } = parseWhatIfDisplay(view);
  if (isPhone)
    return answer === undefined ? null : (
      <PhoneBar>
        <RunStepsButton steps={steps} answer={answer} />
        <LinkButton view={view} />
      </PhoneBar>
    );
  const key = answer === undefined ? (daemonSet ?? daemonSetsOf(state)[0]?.key) : displayedDaemonSet(daemonSet, state, answer);
  if (key === undefined) return null;
  const set = answer?.daemonSets.find((each) => each.key === key);
  const isRefused = answer !== undefined && !hasCounts(answer);
  const note = isStart ? t("whatIf.forecast.noSteps") : isRefused ? t("whatIf.sentence.refused") : undefined;
  return <ForecastDock daemonSet={key} set={set} note={note} log={state.epoch} nowMs={nowMs} />;
}

interface BodyProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer;
  readonly effect: ShownEffect;
  readonly isLive: boolean;
}

const ROOM_BELOW = 20;
/** Height of the dock, CSS pixels. */
const DOCK = 56;

/** Too narrow for the effect next to the table and the nodes, as in the stylesheet: it comes between them. */
const NARROW = "(max-width: 1279px)";

function Body({ view, state, steps, answer, effect, isLive }: BodyProps) {
  const look = parseWhatIfDisplay(view);
  const key = displayedDaemonSet(look.daemonSet, state, answer);
  const set = answer.daemonSets.find((each) => each.key === key);
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(NARROW);
  const consequences = <Consequences answer={answer} steps={steps} effect={effect} />;
  const count = effect.nodes.rows.names.filter((name) => name !== undefined).length;
  const size: GridSize = gridSizeFor(look.size, count, !isPhone);
  return (
    <div className={css.body}>
      <EffectTable
        state={state}
        answer={answer}
        effect={effect}
        chosen={key}
        onChoose={(daemonSet) => updateWhatIfDisplay(view, { daemonSet, ghost: undefined })}
      />
      {isNarrow ? consequences : null}
      {key === undefined || !hasCounts(answer) ? null : (
        <div className={css.nodes}>
          <GhostGridHead
            view={view}
            state={state}
            effect={effect}
            daemonSet={key}
            isDeleted={set?.life === "goes"}
            updatedAnyway={set?.replacedAnyway ?? 0}
            count={count}
            size={size}
          />
          <GhostGrid
            view={view}
            look={look}
            daemonSet={key}
            set={set}
            effect={effect}
            size={size}
            isLive={isLive}
            seq={state.seq}
            below={isPhone ? ROOM_BELOW : ROOM_BELOW + DOCK}
          />
        </div>
      )}
      {isNarrow ? null : consequences}
    </div>
  );
}
