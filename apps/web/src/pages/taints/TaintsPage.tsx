import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { ageText } from "@daemonscope/kube/values/human-duration";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { nodesOf } from "@daemonscope/shared/state/cluster-state";
import { useMemo } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useTaints } from "../../data/api/queries.ts";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { sourceReadState } from "../../data/freshness/source-read-state.ts";
import { useCluster, useNow } from "../../data/hooks/cluster-context.ts";
import { usePlacementVersion } from "../../data/hooks/use-placement-version.ts";
import { navigate } from "../../data/url/navigation.ts";
import { TAINTS_VIEW, type TaintsView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { EmptyState } from "../../ui/empty/EmptyState.tsx";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useColumnOrder } from "./column-order.ts";
import { type PickedCell, pickCell, planTaints } from "./select-taints.ts";
import { TaintLegend, TaintMatrixTable } from "./TaintMatrixTable.tsx";
import { TaintPanel } from "./TaintPanel.tsx";
import { misscheduledNodes, taintsVerdict } from "./taint-text.ts";

import css from "./taints.module.css";

/** The newest taint, if its time is known. */
function Newest({ answer, nowMs }: { readonly answer: TaintsAnswer; readonly nowMs: number }) {
  const { t } = useTranslation();
  const newest = answer.rows.reduce<TaintsAnswer["rows"][number] | undefined>(
    (found, row) => ((row.addedAtMs ?? 0) > (found?.addedAtMs ?? 0) ? row : found),
    undefined,
  );
  if (newest?.addedAtMs === undefined) return null;
  return (
    <span>
      {t("taints.newest")} <code>{taintText(newest.taint)}</code>{" "}
      {t("taints.newestWhere", { count: newest.nodes, age: ageText(nowMs - newest.addedAtMs) })}
    </span>
  );
}

const NO_DAEMONSETS: TaintsAnswer["daemonSets"] = [];

/** The effect of each taint of the cluster on each DaemonSet. */
export function TaintsPage({ view }: { readonly view: TaintsView }) {
  const { t } = useTranslation();
  // The page depends on nodes, DaemonSets and the answer only, so a changed cell does not render it.
  const nodes = useCluster(({ state }) => state && nodesOf(state));
  const podsReading = useCluster(({ state }) => state && sourceReadState("pods", state.sources));
  const nowMs = useNow();
  const answer = useTaints(usePlacementVersion());
  const { data } = answer;
  const order = useColumnOrder(data?.daemonSets ?? NO_DAEMONSETS);
  const plan = useMemo(() => (data === undefined ? undefined : planTaints(data, order)), [data, order]);
  if (nodes === undefined) return <Connecting />;
  if (data === undefined || plan === undefined) {
    const problem = answer.error;
    return (
      <main>
        <Headline
          look={plainCellStyle("unknown")}
          word={t("taints.title")}
          sentence={problem === null ? t("taints.asking") : t("taints.notKnown")}
        >
          {problem === null ? null : <span role="alert">{problem instanceof ApiProblem ? problem.message : t("taints.noAnswer")}</span>}
        </Headline>
      </main>
    );
  }
  const { word, sentence } = taintsVerdict(t, plan);
  const misscheduled = misscheduledNodes(plan, nodes);
  const picked = pickCell(plan, view.taint, view.daemonSet);
  const pick = ({ line, column }: PickedCell) =>
    navigate({ ...TAINTS_VIEW, taint: plan.lines[line]?.text, daemonSet: plan.columns[column]?.key }, { replace: true });
  const look =
    plan.kept > 0
      ? plainCellStyle("misscheduled")
      : plan.off > 0
        ? plainCellStyle("excluded", { taint: "NoSchedule" })
        : plainCellStyle("available");
  const requested = view.taint ?? view.daemonSet;
  return (
    <main>
      <Headline look={look} word={word} sentence={sentence}>
        {misscheduled === undefined ? null : (
          <span>{t("taints.keptOn", { count: plan.kept, nodes: misscheduled.join(t("taints.comma")) })}</span>
        )}
        <Newest answer={data} nowMs={nowMs} />
        {plan.taints === 0 ? null : <span>{t("taints.countedMeans")}</span>}
        {data.podsRead ? null : <span>{t(podsReading === "refused" ? "taints.podsUnread" : "taints.podsUnreadYet")}</span>}
        {plan.taints > plan.lines.length ? (
          <span>{t("taints.moreTaints", { count: plan.taints - plan.lines.length, shown: plan.lines.length })}</span>
        ) : null}
        <span className="i3">
          {answer.error === null ? t("taints.asOf", { time: momentText(data.at, nowMs, true) }) : null}
          {answer.error === null ? null : <span role="alert">{t("taints.notRenewed", { time: momentText(data.at, nowMs, true) })}</span>}
        </span>
      </Headline>
      {plan.taints === 0 ? (
        <NoTaints nodes={nodes.length} />
      ) : (
        <div className={`${css.body} data`}>
          <div className={css.main}>
            <TaintMatrixTable plan={plan} picked={picked} onPick={pick} />
            <TaintLegend plan={plan} podsRead={data.podsRead} />
          </div>
          {picked === undefined ? (
            <aside className={css.panel} aria-label={t("taints.selected")}>
              {requested === undefined ? (
                <p>{t("taints.noSets")}</p>
              ) : (
                <>
                  <h2>
                    <code>{requested}</code>
                    <span>{t("taints.notThere")}</span>
                  </h2>
                  <p className={css.links}>
                    <ViewLink className="btn" view={TAINTS_VIEW}>
                      {t("taints.showWorst")}
                    </ViewLink>
                  </p>
                </>
              )}
            </aside>
          ) : (
            <TaintPanel nodes={nodes} answer={data} plan={plan} picked={picked} />
          )}
        </div>
      )}
    </main>
  );
}

function NoTaints({ nodes }: { readonly nodes: number }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={nodes === 0 ? t("taints.noNodes") : t("taints.freeNodes", { count: nodes })}
      cells={nodes === 0 ? "dotted" : "available"}
    >
      <p>{nodes === 0 ? t("taints.noNodesMean") : t("taints.freeNodesMean")}</p>
      {nodes === 0 ? null : (
        <ViewLink className="btn" view={WHAT_IF_VIEW}>
          {t("chrome.whatIf")}
        </ViewLink>
      )}
    </EmptyState>
  );
}
