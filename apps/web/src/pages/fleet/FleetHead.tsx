import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import type { ReactNode } from "react";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { countsNote } from "../../panels/verdict/counts-note.ts";
import { revisionByText } from "../../panels/verdict/revision-text.ts";
import { verdictOnFleet } from "../../panels/verdict/select-verdict.ts";
import { VerdictLine } from "../../panels/verdict/VerdictLine.tsx";
import { WithUser } from "../../panels/verdict/WithUser.tsx";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

const HeadActions = lazyWithWords(() => import("../../panels/actions/HeadActions.tsx").then((module) => module.HeadActions));
const InCommonNote = lazyWithWords(() => import("./InCommonNote.tsx").then((module) => module.InCommonNote));

interface FleetHeadProps {
  readonly records: readonly DaemonSetRecord[];
  readonly sources: SourceStatuses;
  /** Number of nodes, if known. */
  readonly nodes: number | undefined;
  readonly nowMs: number;
  readonly isStale: boolean;
  /** There is no space for buttons. */
  readonly isCards: boolean;
  readonly tools: ReactNode;
}

/** The verdict on the fleet, the facts about its worst DaemonSet, and the next steps. */
export function FleetHead({ records, sources, nodes, nowMs, isStale, isCards, tools }: FleetHeadProps) {
  const { t } = useTranslation();
  const verdict = verdictOnFleet(t, records, nowMs, { sources, ...(nodes === undefined ? {} : { nodes }) });
  const { record } = verdict;
  const counts = record === undefined || isStale ? undefined : countsNote(t, record);
  const view = record === undefined || isCards ? undefined : daemonSetView(record.key);
  return (
    <VerdictLine
      verdict={verdict}
      linked
      isNameUnique={records.filter(({ name }) => name === record?.name).length === 1}
      tools={
        <>
          {view === undefined ? null : (
            <ViewLink className="btn quiet" data-of-now view={{ ...view, drawer: "fix" }}>
              {t("chrome.actions")}
            </ViewLink>
          )}
          {tools}
        </>
      }
      actions={
        record === undefined || view === undefined ? undefined : verdict.verdict === "manual" ? (
          <ViewLink className="btn primary" view={{ ...view, section: "worklist" }}>
            {t("fleet.worklist")}
          </ViewLink>
        ) : (
          <>
            {verdict.tone === "stuck" ? (
              <LazyPart about={record.key} onFailed={() => {}}>
                <HeadActions view={view} record={record} isOnFleet />
              </LazyPart>
            ) : null}
            <ViewLink className={verdict.tone === "stuck" ? "btn primary" : "btn"} view={view}>
              <span className="ell">{t("fleet.open", { name: view.name })}</span>
            </ViewLink>
          </>
        )
      }
    >
      {record?.inCommon?.found === undefined ? null : (
        <LazyPart about={record.key} onFailed={() => {}}>
          <InCommonNote record={record} />
        </LazyPart>
      )}
      {counts === undefined ? null : <span>{counts}</span>}
      {record === undefined ? null : (
        <span>
          <WithUser record={record} text={(named) => revisionByText(t, named)} />
        </span>
      )}
    </VerdictLine>
  );
}
