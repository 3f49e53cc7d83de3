import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { HAS_LASTED, lastingWordOf, needLook, needOf, verdictOn } from "../chrome/select-verdict.ts";
import type { Translate } from "../i18n/translator.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { concernWords } from "../model-words/concern-words.ts";
import { leftWords, rateColumn } from "../pace/pace-words.ts";
import { Sparkline } from "../pace/Sparkline.tsx";
import { daemonSetView } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { BudgetGauge } from "./BudgetGauge.tsx";
import { Strip } from "./Strip.tsx";
import { causeIn, filterOf, isAbout } from "./select-causes.ts";
import type { StripLayout } from "./strip-layout.ts";

function Count({ letter, value, reference }: { readonly letter: string; readonly value: number; readonly reference: number }) {
  return (
    <span role="cell" data-letter={letter} className={`r count ${value === reference ? "same" : "diff"}`}>
      {value.toLocaleString("en-US")}
    </span>
  );
}

/** Our word for a row, before kubectl's sentence: what is inferred is told by its verb. */
function ourWord(t: Translate, record: DaemonSetRecord, nowMs: number): { readonly text: string; readonly hot: boolean } {
  const need = needOf(record);
  const told = record.concern === null ? undefined : concernWords(t, record.concern.detail);
  // A notice about the next rollout is for who looks at the row.
  if (need === "fine") return { text: told ?? (record.disagreements.length > 0 ? t("fleet.statusLags") : ""), hot: false };
  const verdict = verdictOn(t, record, nowMs);
  const word = lastingWordOf(t, record, "row", nowMs);
  if (need === "partly") return { text: `${word}${t("model.colon")}${verdict.sentence}`, hot: false };
  if (need === "rolling") {
    const left = leftWords(t, record, nowMs);
    return { text: left === undefined ? word : t("pace.row", { word, left }), hot: false };
  }
  const isLong = HAS_LASTED.has(need);
  return { text: isLong ? `${word}${t("model.colon")}${told ?? ""}` : (told ?? word), hot: verdict.tone === "stuck" };
}

interface FleetRowProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  /** Id of the cause that the page is filtered by: its nodes stand out, and lead to themselves. */
  readonly cause: string | undefined;
  readonly state: ClusterState;
  readonly column: number;
  readonly layout: StripLayout;
}

/** One DaemonSet in kubectl's columns; the numbers are `.status`, a number that differs from DESIRED is bold. Renders when its record changed, and each second. */
export const FleetRow = memo(function FleetRow({ record, nowMs, cause: causeId, state, column, layout }: FleetRowProps) {
  const { t } = useTranslation();
  const cause = causeId === undefined ? undefined : causeIn(record, causeId);
  const standsOut = useMemo(() => (cause === undefined ? undefined : isAbout(cause)), [cause]);
  const view = daemonSetView(record.key);
  const { reported } = record;
  const desired = reported.desiredNumberScheduled;
  const word = ourWord(t, record, nowMs);
  const rate = rateColumn(t, record, nowMs);
  return (
    <div role="row" className="tr" data-key={record.key} data-need={needOf(record)}>
      <span role="cell" className="ic">
        <CellSwatch look={needLook(needOf(record))} size={14} />
      </span>
      <span role="cell" className="ns">
        <MiddleCut text={record.namespace} />
      </span>
      <span role="cell" className="nm">
        <ViewLink view={cause === undefined ? view : { ...view, filter: filterOf(cause) }} title={`${record.namespace}/${record.name}`}>
          <MiddleCut text={record.name} />
        </ViewLink>
      </span>
      <span role="cell" data-letter="D" className="r count">
        {desired.toLocaleString("en-US")}
      </span>
      <Count letter="C" value={reported.currentNumberScheduled} reference={desired} />
      <Count letter="R" value={reported.numberReady} reference={desired} />
      <Count letter="U" value={reported.updatedNumberScheduled} reference={desired} />
      <Count letter="A" value={reported.numberAvailable} reference={desired} />
      <span role="cell" className={`r mis ${reported.numberMisscheduled === 0 ? "same" : "diff"}`}>
        {reported.numberMisscheduled}
      </span>
      <span role="cell" className="sel">
        <MiddleCut text={record.nodeSelector} />
      </span>
      <span role="cell" className="r age">
        {humanDuration(nowMs - record.createdAtMs)}
      </span>
      <span role="cell" className="bud">
        <BudgetGauge budget={record.budget} />
      </span>
      <span role="cell" className={`r rate ${rate === "0" || rate === "" ? "same" : ""}`}>
        {record.pace === undefined ? null : (
          <>
            {rate}
            <Sparkline pace={record.pace} nowMs={nowMs} width={48} height={10} />
          </>
        )}
      </span>
      <span role="cell" className="places">
        <Strip state={state} column={column} layout={layout} standsOut={standsOut} />
      </span>
      <span className="st ell" title={record.rollout.message}>
        {word.text === "" ? null : <em className={word.hot ? "hot" : undefined}>{word.text}</em>}
        <span lang="en">{record.rollout.message}</span>
      </span>
    </div>
  );
});
