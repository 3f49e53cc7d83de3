import { isLeavingCell } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced } from "@daemonscope/kube/source-status";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { cellAtPair, daemonSetNamed, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";
import { causeText } from "@daemonscope/words/facts/cause-text";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useExplain } from "../../data/api/queries.ts";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import { useClusterView, useNow } from "../../data/hooks/cluster-context.ts";
import { cellOverlay, shownByte } from "../../data/rows/cell-overlay.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { BackIcon, ForwardIcon } from "../../ui/controls/icons.tsx";
import { Drawer } from "../../ui/drawer/Drawer.tsx";
import drawerCss from "../../ui/drawer/drawer.module.css";
import { useCommand } from "../../ui/keys/use-command.ts";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import { countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { failingPlaceOf } from "./failing-nodes.ts";
import { pairSituationOf } from "./pair-situation.ts";
import css from "./proof/explain.module.css";
import { NearestNodes } from "./proof/NearestNodes.tsx";
import { WhyAnswer } from "./WhyAnswer.tsx";

/** Returns the state of the pair in a few words, and its tone. Empty before the response. */
function stateOf(t: Translate, data: ExplainAnswer | undefined, nowMs: number): { readonly words: string; readonly isBad: boolean } {
  if (data === undefined) return { words: "", isBad: false };
  const situation = pairSituationOf(data);
  switch (situation.kind) {
    case "failing": {
      const { trouble, unavailableSinceMs } = situation.pod;
      return { words: trouble === undefined ? "" : `${causeText(t, trouble)} ${ageSince(t, unavailableSinceMs, nowMs)}`, isBad: true };
    }
    case "well":
    case "coming":
      return { words: podPhrase(t, situation.pod, nowMs), isBad: false };
    case "missing":
      return { words: t("explain.state.noPod"), isBad: situation.refusal !== undefined };
    case "unwanted":
      return { words: t("explain.state.notEligible"), isBad: false };
  }
}

/** The panel of one node: the problem of its pod, or the check that excludes a pod. */
export function WhyPanel({ view, node }: { readonly view: DaemonSetView; readonly node: string }) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const nowMs = useNow();
  const key = `${view.namespace}/${view.name}`;
  const record = state && nodeNamed(state, node);
  const set = state && daemonSetNamed(state, key);
  const byte = state && cellAtPair(state, node, key);
  const version = [byte, record?.taints, record?.labels, set?.generation];
  const { data, error, isPending } = useExplain(view.namespace, view.name, node, version);
  const isMissing = state !== undefined && hasSynced(state.sources.nodes) && record === undefined;
  const { words, isBad } = stateOf(t, data, nowMs);
  const isLeaving = byte !== undefined && isLeavingCell(byte);
  return (
    <Drawer
      label={t("explain.label", { name: view.name, node })}
      title={
        <>
          {byte === undefined ? null : <CellSwatch look={cellStyleOf(shownByte(byte, record, cellOverlay(set)), record)} size={16} />}
          <span className={drawerCss.name} title={node}>
            <Unhyphenated text={node} />
          </span>
          <span className={drawerCss.state} data-tone={isBad && !isLeaving ? "bad" : undefined}>
            {words}
          </span>
        </>
      }
      links={set === undefined ? null : <FailingStepper view={view} record={set} node={node} />}
      onClose={() => navigate({ ...view, node: undefined })}
    >
      {error !== null && data === undefined ? (
        <p className={drawerCss.lead} role="alert">
          {isMissing ? t("notThere.node", { name: node }) : error instanceof ApiProblem ? error.message : t("explain.notAsked")}
        </p>
      ) : null}
      {isMissing && data === undefined && state !== undefined ? (
        <NearestNodes view={view} node={node} known={sortedNames(state.rows)} />
      ) : null}
      {data === undefined ? (
        <p className={drawerCss.lead}>{isPending ? t("explain.asking") : ""}</p>
      ) : (
        <WhyAnswer key={node} view={view} node={node} data={data} record={set} />
      )}
    </Drawer>
  );
}

interface StepperProps {
  readonly view: DaemonSetView;
  readonly record: DaemonSetRecord;
  readonly node: string;
}

/** Steps through the failing nodes by button and arrow key. Nothing on a node that does not fail. */
function FailingStepper({ view, record, node }: StepperProps) {
  const { t } = useTranslation();
  const place = failingPlaceOf(record, node);
  const opener = (name: string | undefined) =>
    name === undefined ? undefined : () => navigate({ ...view, node: name }, { replace: true });
  const previous = opener(place?.before);
  const next = opener(place?.after);
  useCommand("previousFailing", previous);
  useCommand("nextFailing", next);
  if (place === undefined || place.count < 2) return null;
  return (
    <span className={css.stepper}>
      <button
        type="button"
        className="iconbtn"
        aria-label={t("explain.step.previous")}
        aria-disabled={previous === undefined}
        onClick={previous}
      >
        <BackIcon />
      </button>
      <span className="num" title={t("explain.step.title", { count: place.count })}>
        {t("explain.step.place", { at: countText(place.at), count: place.count })}
      </span>
      <button type="button" className="iconbtn" aria-label={t("explain.step.next")} aria-disabled={next === undefined} onClick={next}>
        <ForwardIcon />
      </button>
    </span>
  );
}
