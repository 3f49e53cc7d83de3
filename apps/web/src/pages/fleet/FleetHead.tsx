import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { slotHoldersNote } from "../../data/lanes/slot-holders-note.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { verdictOnFleet } from "../../panels/verdict/select-verdict.ts";
import { VerdictLine } from "../../panels/verdict/VerdictLine.tsx";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";

const InCommonNote = lazyWithWords(() => import("./InCommonNote.tsx").then((module) => module.InCommonNote));

/** Reports whether the rollout is STUCK because its budget is used up by causes that do not end by themselves. The end
 *  of temporary causes is shown on the DaemonSet's page. */
const isHeldForGood = (record: DaemonSetRecord): boolean => {
  const { kind, used, allowed, holders } = record.budget;
  const isBudget = kind === "maxUnavailable" || kind === "maxSurge";
  const isSpent = isBudget && isBudgetInUse(record) && used > 0 && used >= allowed;
  return isSpent && verdictWordOf(record) === "stuck" && holders.every(({ lasting }) => lasting);
};

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
  const view = record === undefined ? undefined : daemonSetView(record.key);
  return (
    <VerdictLine
      verdict={verdict}
      linked
      isNameUnique={records.filter(({ name }) => name === record?.name).length === 1}
      tools={tools}
      actions={
        view === undefined || isCards ? undefined : (
          <>
            <ViewLink className="btn" data-of-now view={{ ...view, drawer: "fix" }}>
              {t("chrome.actions")}
            </ViewLink>
            <ViewLink className="btn" view={view}>
              {t("fleet.open", { name: view.name })}
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
      {record === undefined || isStale || !isHeldForGood(record) ? null : <span>{slotHoldersNote(record, nowMs, t)}</span>}
    </VerdictLine>
  );
}
