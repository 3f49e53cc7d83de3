import { readSteps } from "@daemonscope/daemonset/actions/read-step";
import type { Step } from "@daemonscope/daemonset/actions/step";
import { stepsText } from "@daemonscope/daemonset/actions/step-text";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { daemonSetNamed, daemonSetsOf } from "@daemonscope/shared/cluster-state";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { type ReactNode, useMemo, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { DoIt } from "../actions/DoIt.tsx";
import { hrefOf, navigate } from "../address/navigation.ts";
import type { WhatIfView } from "../address/url.ts";
import { ApiProblem } from "../api/fetch-answer.ts";
import { useWhatIf } from "../api/queries.ts";
import { plainLook } from "../cell/look.ts";
import { useFreshness } from "../cluster/cluster-context.ts";
import { isOld } from "../cluster/freshness.ts";
import { usePaced } from "../cluster/use-paced.ts";
import { usePacedCluster } from "../cluster/use-paced-cluster.ts";
import { copyText } from "../controls/copy-text.ts";
import { PhoneBar } from "../controls/PhoneBar.tsx";
import { Roving } from "../controls/Roving.tsx";
import { ExportButton } from "../exports/ExportButton.tsx";
import { GhostSwatch } from "../ghost/GhostSwatch.tsx";
import { GRID_SIZES, type GridSize, gridSizeFor, NAMES_UP_TO, nextGridSize } from "../grid/grid-size.ts";
import toolsCss from "../grid/grid-tools.module.css";
import type { Translate } from "../i18n/translator.ts";
import { useCommand } from "../keys/use-command.ts";
import legendCss from "../legend/legend.module.css";
import { Connecting } from "../loading/Connecting.tsx";
import { lazily } from "../loading/lazily.ts";
import { stepWords } from "../model-words/step-phrase.ts";
import { groupingsOf } from "../rows/grouping.ts";
import { groupingWords } from "../rows/grouping-words.ts";
import { clockText } from "../text/figures.ts";
import { classes } from "../theme/classes.ts";
import { PHONE, useMedia } from "../theme/use-media.ts";
import { Headline } from "../verdict/Headline.tsx";
import { Drafting } from "./Drafting.tsx";
import { EffectTable } from "./EffectTable.tsx";
import { ForecastDock } from "./ForecastDock.tsx";
import { GhostGrid } from "./GhostGrid.tsx";
import { GhostLegend, lookOfGhost } from "./GhostLegend.tsx";
import { ghostCounts } from "./ghost-column.ts";
import { IfBar } from "./IfBar.tsx";
import { NodeThen } from "./NodeThen.tsx";
import { type ShownEffect, useEffectOf } from "./use-effect.ts";
import { WhatFollows } from "./WhatFollows.tsx";
import css from "./what-if.module.css";
import { changeLook, lookText, readLook, WHAT_IF_MOMENTS, type WhatIfLook } from "./what-if-look.ts";
import { ghostOfVerdict, isCounted, rolloutOf, type WhatIfVerdict, whatIfVerdict } from "./what-if-verdict.ts";
import { nameOfKey, namesWords, verdictSentence, verdictTitle } from "./what-if-words.ts";

const WhatIfExport = lazily(() => import("./WhatIfExport.tsx").then((module) => module.WhatIfExport));

/** A change of the cluster is counted anew at most so often, and drawn at most so often. */
const ASK_EVERY_MS = 2000;
const DRAW_EVERY_MS = 500;

/** What steps would do to the cluster: nothing is sent. It follows the cluster as it is. */
export function WhatIfPage({ view }: { readonly view: WhatIfView }) {
  const { view: cluster, nowMs, isLive } = usePacedCluster();
  const state = usePaced(cluster.state, DRAW_EVERY_MS);
  if (state === undefined || cluster.state === undefined) return <Connecting />;
  // A cluster that is another one is never shown with what was counted of the one before.
  const shown = state.epoch === cluster.state.epoch ? state : cluster.state;
  return <Page view={view} state={shown} nowMs={nowMs} isLive={isLive} />;
}

interface PageProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly nowMs: number;
  readonly isLive: boolean;
}

/** The answer to these steps, asked again as the cluster changes; never before the last question is answered: where an answer takes longer than the cluster is quiet, none would ever come. */
function useFollowed(steps: readonly Step[], newest: string) {
  const [version, setVersion] = useState(newest);
  const asked = useWhatIf(steps, version);
  if (version !== newest && !asked.isPending && !asked.isOfBefore) setVersion(newest);
  return { asked, version };
}

/** What is sent instead of a text that is no step: none. */
const NO_STEPS: readonly Step[] = [];

function Page({ view, state, nowMs, isLive }: PageProps) {
  const { t } = useTranslation();
  const isStale = isOld(useFreshness());
  const isPhone = useMedia(PHONE);
  const look = readLook(view);
  const read = useMemo(() => readSteps(view.steps), [view.steps]);
  const steps = read.kind === "steps" ? read.steps : NO_STEPS;
  const { asked, version } = useFollowed(steps, usePaced(`${state.epoch} ${state.seq}`, ASK_EVERY_MS));
  const answer = steps.length === 0 ? undefined : asked.data;
  const isOfThese = answer?.steps.length === steps.length;
  const effect = useEffectOf(state, answer);
  const change = (next: readonly Step[]) =>
    navigate({ ...view, steps: stepsText(next), look: lookText({ ...look, node: undefined }) }, { replace: true });
  return (
    <main className={css.page}>
      <Drafting isOld={isStale} />
      <IfBar
        steps={steps}
        unread={read.kind === "steps" ? undefined : read}
        answer={isOfThese ? answer : undefined}
        state={state}
        daemonSet={look.daemonSet}
        selected={look.nodes}
        onChange={change}
      />
      <div className={classes("data", asked.isOfBefore && css.counting)} aria-busy={asked.isOfBefore}>
        <Verdict
          view={view}
          steps={steps}
          answer={answer}
          effect={effect}
          problem={steps.length === 0 ? undefined : asked.error}
          onAdd={(more) => change([...steps, ...more])}
        />
        {answer === undefined ? null : (
          <Body view={view} state={state} steps={steps} answer={answer} effect={effect} isLive={isLive && !isStale} nowMs={nowMs} />
        )}
      </div>
      {answer === undefined || look.node === undefined ? null : (
        <NodeThen
          view={view}
          state={state}
          steps={steps}
          answer={answer}
          effect={effect}
          node={look.node}
          version={version}
          onAdd={(more) => change([...steps, ...more])}
        />
      )}
      {answer === undefined || !isPhone ? null : (
        <PhoneBar>
          <DoSteps steps={steps} answer={answer} />
          <LinkButton view={view} />
        </PhoneBar>
      )}
      <span className="visually-hidden" role="status">
        {answer === undefined ? "" : t("whatIf.asOf", { time: clockText(answer.at) })}
      </span>
    </main>
  );
}

interface VerdictProps {
  readonly view: WhatIfView;
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer | undefined;
  readonly effect: ShownEffect;
  readonly problem: Error | null | undefined;
  readonly onAdd: (steps: readonly Step[]) => void;
}

/** The manifests and edits that keep DaemonSets on the nodes that they would lose. */
function keepingSteps(answer: WhatIfAnswer | undefined): readonly Step[] {
  return (answer?.daemonSets ?? []).flatMap(({ keepBy, lost }) => (lost > 0 && keepBy !== undefined ? [keepBy] : []));
}

function FallLine({ verdict }: { readonly verdict: Extract<WhatIfVerdict, { kind: "fall" }> }): ReactNode {
  const { t } = useTranslation();
  const { emptied, kept } = verdict;
  return (
    <span>
      {emptied.length === 0 ? null : (
        <>
          <Trans
            t={t}
            i18nKey="whatIf.emptied"
            values={{ count: emptied.length, names: namesWords(emptied, t) }}
            components={{ b: <b className={css.named} /> }}
          />{" "}
        </>
      )}
      {kept.length === 0 ? null : t("whatIf.keep", { count: kept.length, names: namesWords(kept, t) })}
    </span>
  );
}

function Verdict({ view, steps, answer, effect, problem, onAdd }: VerdictProps) {
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
          look={isAsking ? { ghost: "same", now: plainLook("unknown") } : lookOfGhost(ghostOfVerdict(verdict, answer))}
          size={28}
        />
      }
      word={word}
      sentence={sentence}
      title={answer === undefined ? t("whatIf.title") : t("whatIf.tabTitle", { sentence: verdictTitle(verdict, t) })}
    >
      {verdict.kind === "fall" ? <FallLine verdict={verdict} /> : null}
      {problem === null || problem === undefined ? null : (
        <span role="alert">{problem instanceof ApiProblem ? problem.message : t("whatIf.noAnswer")}</span>
      )}
      <span className="grow" />
      {steps.length === 0 ? null : (
        <Roving className={css.doings}>
          {keeping.length === 0 ? null : (
            <button type="button" className={`btn ${css.proposed}`} title={t("whatIf.letStayMeans")} onClick={() => onAdd(keeping)}>
              + {t("whatIf.letStay", { count: keeping.length, name: verdict.kind === "fall" ? nameOfKey(verdict.losers[0] ?? "") : "" })}
            </button>
          )}
          {isPhone ? null : <LinkButton view={view} />}
          {answer === undefined ? null : <ExportButton Shown={WhatIfExport} props={{ steps, answer, sentence }} />}
          {isPhone || answer === undefined ? null : <DoSteps steps={steps} answer={answer} />}
        </Roving>
      )}
    </Headline>
  );
}

function LinkButton({ view }: { readonly view: WhatIfView }) {
  const { t } = useTranslation();
  const link = () => void copyText(new URL(hrefOf(view), location.href).href);
  return (
    <button type="button" className="btn quiet" onClick={link}>
      {t("whatIf.link")}
    </button>
  );
}

function DoSteps({ steps, answer }: { readonly steps: readonly Step[]; readonly answer: WhatIfAnswer }) {
  const { t } = useTranslation();
  return <DoIt question={{ steps }} title={doTitle(steps, t)} verb={t("whatIf.doIt")} notNow={whyNotNow(steps, answer, t)} />;
}

/** What the plan of these steps is called: the step itself, or how many they are. */
const doTitle = (steps: readonly Step[], t: Translate): string =>
  steps.length === 1 && steps[0] !== undefined ? stepWords(steps[0], t) : t("whatIf.doSteps", { count: steps.length });

/** Nodes join by an autoscaler, and what is refused is not sent. */
function whyNotNow(steps: readonly Step[], answer: WhatIfAnswer, t: Translate): string | undefined {
  if (steps.some(({ kind }) => kind === "join")) return t("whatIf.notByUs");
  return answer.steps.some(({ problem }) => problem !== undefined) ? t("whatIf.sentence.refused") : undefined;
}

interface BodyProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer;
  readonly effect: ShownEffect;
  readonly isLive: boolean;
  readonly nowMs: number;
}

/** The DaemonSet whose nodes are drawn: the chosen one, else the one whose pods change most, for that is what the map is for. */
function shownKey(chosen: string | undefined, state: ClusterState, answer: WhatIfAnswer): string | undefined {
  if (chosen !== undefined && (answer.daemonSets.some(({ key }) => key === chosen) || daemonSetNamed(state, chosen) !== undefined))
    return chosen;
  const rolling = answer.daemonSets.find((set) => rolloutOf(set) !== undefined);
  return (rolling ?? answer.daemonSets[0])?.key ?? daemonSetsOf(state)[0]?.key;
}

const ROOM_BELOW = 20;

function Body({ view, state, steps, answer, effect, isLive, nowMs }: BodyProps) {
  const look = readLook(view);
  const key = shownKey(look.daemonSet, state, answer);
  const set = answer.daemonSets.find((each) => each.key === key);
  const isRolling = set !== undefined && rolloutOf(set) !== undefined;
  const isPhone = useMedia(PHONE);
  const count = effect.nodes.rows.names.filter((name) => name !== undefined).length;
  const size: GridSize = gridSizeFor(look.size, count, !isPhone);
  return (
    <>
      <div className={css.upper}>
        <EffectTable
          state={state}
          answer={answer}
          effect={effect}
          chosen={key}
          onChoose={(daemonSet) => changeLook(view, { daemonSet, ghost: undefined })}
        />
        <WhatFollows answer={answer} steps={steps} />
      </div>
      {key === undefined || !isCounted(answer) ? null : (
        <>
          <GridHead view={view} state={state} effect={effect} daemonSet={key} isDeleted={set?.life === "goes"} count={count} size={size} />
          <GhostGrid
            view={view}
            look={look}
            daemonSet={key}
            set={set}
            effect={effect}
            size={size}
            isLive={isLive}
            seq={state.seq}
            below={isRolling ? ROOM_BELOW + 76 : ROOM_BELOW}
          />
        </>
      )}
      {!isRolling || isPhone ? null : <ForecastDock set={set} log={state.epoch} nowMs={nowMs} />}
    </>
  );
}

interface GridHeadProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly effect: ShownEffect;
  readonly daemonSet: string;
  readonly isDeleted: boolean;
  readonly count: number;
  readonly size: GridSize;
}

/** The legend, which filters, and how the nodes are shown: before, as a change, after; by what; how large. */
function GridHead({ view, state, effect, daemonSet, isDeleted, count, size }: GridHeadProps) {
  const { t } = useTranslation();
  const column = effect.columnOf(daemonSet);
  const counts = useMemo(() => ghostCounts(column, effect.nodes), [column, effect.nodes]);
  const look = readLook(view);
  const change = (patch: Partial<WhatIfLook>) => changeLook(view, patch);
  const groupings = useMemo(() => groupingsOf(state.nodes.filter((record) => record !== undefined)), [state.nodes]);
  const onSize = (next: GridSize) => change({ size: next });
  useCommand("group", () =>
    change({ group: groupings[(groupings.indexOf(look.group) + 1) % groupings.length] ?? look.group, only: undefined }),
  );
  useCommand("table", () => change({ size: look.size === "table" ? undefined : "table" }));
  useCommand("wide", () => onSize(nextGridSize(size, count)));
  useCommand("all", look.ghost === undefined && look.only === undefined ? undefined : () => change({ ghost: undefined, only: undefined }));
  return (
    <div className={`sect ${toolsCss.tools} ${css.tools}`}>
      <h2>{t("whatIf.nodesOf", { name: nameOfKey(daemonSet), count })}</h2>
      <label className={toolsCss.grouping}>
        <span className="i3">{t("grid.by")}</span>
        <select className="btn" value={look.group} onChange={(event) => change({ group: event.target.value, only: undefined })}>
          {[...new Set([look.group, ...groupings])].map((each) => (
            <option key={each} value={each}>
              {groupingWords(each, t)}
            </option>
          ))}
        </select>
      </label>
      <Roving className={classes(legendCss.legend, css.legend)}>
        <GhostLegend counts={counts} isDeleted={isDeleted} current={look.ghost} onKeep={(ghost) => change({ ghost })} />
      </Roving>
      <span className="grow" />
      <span className={`i3 ${css.reading}`}>{t("whatIf.reading")}</span>
      <Roving className={css.choicesOfGrid}>
        <fieldset className={toolsCss.choices} aria-label={t("whatIf.moments.label")}>
          {WHAT_IF_MOMENTS.map((moment) => (
            <button
              key={moment}
              type="button"
              aria-pressed={moment === look.moment}
              className={moment === look.moment ? toolsCss.chosen : undefined}
              onClick={() => change({ moment })}
            >
              {t(`whatIf.moments.${moment}`)}
            </button>
          ))}
        </fieldset>
        <fieldset className={toolsCss.choices} aria-label={t("grid.size")}>
          {GRID_SIZES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === size}
              className={each === size ? toolsCss.chosen : undefined}
              disabled={each === "names" && count > NAMES_UP_TO}
              title={each === "names" && count > NAMES_UP_TO ? t("grid.namesLimit", { limit: NAMES_UP_TO }) : undefined}
              onClick={() => onSize(each)}
            >
              {t(`grid.sizes.${each}`)}
            </button>
          ))}
        </fieldset>
      </Roving>
    </div>
  );
}
