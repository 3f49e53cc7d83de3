import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { ReactNode } from "react";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { HAS_LASTED, needLook, needOf, verdictOn } from "../chrome/select-verdict.ts";
import { daemonSetView } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { BudgetGauge } from "./BudgetGauge.tsx";

function Count({ letter, value, reference }: { readonly letter: string; readonly value: number; readonly reference: number }) {
  return (
    <span role="cell" data-letter={letter} className={`r count ${value === reference ? "same" : "diff"}`}>
      {value.toLocaleString("en-US")}
    </span>
  );
}

/** Our word for a row, before kubectl's sentence: what is inferred is told by its verb. */
function ourWord(record: DaemonSetRecord, nowMs: number): { readonly text: string; readonly hot: boolean } {
  const need = needOf(record);
  // A notice about the next rollout is for who looks at the row.
  if (need === "fine") return { text: record.concern?.message ?? (record.disagreements.length > 0 ? "status lags" : ""), hot: false };
  const verdict = verdictOn(record, nowMs);
  const word = (verdict.word.charAt(0) + verdict.word.slice(1).toLowerCase()).replace("notready", "NotReady");
  if (need === "partly") return { text: `${word}: ${verdict.sentence}`, hot: false };
  if (need === "rolling") return { text: word, hot: false };
  const isLong = HAS_LASTED.has(need);
  return { text: isLong ? `${word}: ${record.concern?.message ?? ""}` : (record.concern?.message ?? word), hot: verdict.tone === "stuck" };
}

/** One DaemonSet in kubectl's columns; the numbers are `.status`, a number that differs from DESIRED is bold. */
export function FleetRow({
  record,
  nowMs,
  strip,
}: {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly strip: ReactNode;
}) {
  const { reported } = record;
  const desired = reported.desiredNumberScheduled;
  const word = ourWord(record, nowMs);
  return (
    <div role="row" className="tr" data-need={needOf(record)}>
      <span role="cell" className="ic">
        <CellSwatch look={needLook(needOf(record))} size={14} />
      </span>
      <span role="cell" className="ns ell" title={record.namespace}>
        {record.namespace}
      </span>
      <span role="cell" className="nm ell">
        <ViewLink view={daemonSetView(record.key)} title={record.name}>
          {record.name}
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
      <span role="cell" className="sel ell" title={record.nodeSelector}>
        {record.nodeSelector}
      </span>
      <span role="cell" className="r age">
        {humanDuration(nowMs - record.createdAtMs)}
      </span>
      <span role="cell" className="bud">
        <BudgetGauge budget={record.budget} />
      </span>
      <span role="cell" className="places">
        {strip}
      </span>
      <span className="st ell" title={record.rollout.message}>
        {word.text === "" ? null : <em className={word.hot ? "hot" : undefined}>{word.text}</em>}
        {record.rollout.message}
      </span>
    </div>
  );
}
