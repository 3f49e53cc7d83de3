import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, useTaints } from "../api/queries.ts";
import { Connecting } from "../Connecting.tsx";
import { plainLook } from "../cell/look.ts";
import { Headline } from "../chrome/Headline.tsx";
import { compareNeed } from "../chrome/select-verdict.ts";
import { readingOf } from "../cluster/reading-of.ts";
import { useNodeRecords } from "../cluster/use-node-records.ts";
import { usePlacementVersion } from "../cluster/use-placement-version.ts";
import { taintText } from "../grid/cell-words.ts";
import { navigate } from "../navigation.ts";
import { usePacedCluster } from "../rollout/use-paced-cluster.ts";
import { TAINTS_VIEW, type TaintsView } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { type Picked, pickCell, planTaints } from "./select-taints.ts";
import { TaintPanel } from "./TaintPanel.tsx";
import { TaintLegend, TaintTable } from "./TaintTable.tsx";
import { taintsVerdict } from "./taint-words.ts";
import "../explain/explain.css";
import "./taints.css";

/** DaemonSets by need as they were when the page was opened: columns do not change places under the pointer; new ones come last. */
function useColumnOrder(state: ClusterState | undefined): readonly DaemonSetKey[] {
  const kept = useRef<readonly DaemonSetKey[]>([]);
  const records = [...(state?.daemonSets.values() ?? [])];
  const known = new Set(kept.current);
  const news = records.filter(({ key }) => !known.has(key)).sort(compareNeed);
  if (news.length > 0) kept.current = [...kept.current, ...news.map(({ key }) => key)];
  return kept.current;
}

/** The taint that was put on last, where its time is known. */
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
      {t("taints.newestWhere", { count: newest.nodes, age: humanDuration(Math.max(0, nowMs - newest.addedAtMs)) })}
    </span>
  );
}

/** What each taint of the cluster does to each DaemonSet. */
export function TaintsPage({ view }: { readonly view: TaintsView }) {
  const { t, i18n } = useTranslation();
  const { view: cluster, nowMs } = usePacedCluster();
  const { state } = cluster;
  const order = useColumnOrder(state);
  const answer = useTaints(usePlacementVersion(state));
  const { data } = answer;
  const plan = useMemo(() => (data === undefined ? undefined : planTaints(data, order)), [data, order]);
  const nodes = useNodeRecords(state);
  if (state === undefined) return <Connecting />;
  if (data === undefined || plan === undefined) {
    const problem = answer.error;
    return (
      <main className="taints-page">
        <Headline
          look={plainLook("unknown")}
          word={t("taints.title")}
          sentence={problem === null ? t("taints.asking") : t("taints.notKnown")}
        >
          {problem === null ? null : <span role="alert">{problem instanceof ApiProblem ? problem.message : t("taints.noAnswer")}</span>}
        </Headline>
      </main>
    );
  }
  const { word, sentence } = taintsVerdict(t, plan);
  const picked = pickCell(plan, view.taint, view.daemonSet);
  const pick = ({ line, column }: Picked) =>
    navigate({ ...TAINTS_VIEW, taint: plan.lines[line]?.text, daemonSet: plan.columns[column]?.key }, { replace: true });
  const look =
    plan.kept > 0 ? plainLook("misscheduled") : plan.off > 0 ? plainLook("excluded", { taint: "NoSchedule" }) : plainLook("available");
  const asked = view.taint ?? view.daemonSet;
  return (
    <main className="taints-page">
      <Headline look={look} word={word} sentence={sentence}>
        <Newest answer={data} nowMs={nowMs} />
        {plan.taints === 0 ? null : <span>{t("taints.placeMeans")}</span>}
        {data.podsRead ? null : (
          <span>{t(readingOf("pods", state.sources) === "refused" ? "taints.podsUnread" : "taints.podsUnreadYet")}</span>
        )}
        {plan.taints > plan.lines.length ? (
          <span>{t("taints.moreTaints", { count: plan.taints - plan.lines.length, shown: plan.lines.length })}</span>
        ) : null}
        <span className="i3">
          {answer.error === null
            ? t("taints.asOf", { time: new Date(data.at).toLocaleTimeString(i18n.language, { hour12: false }) })
            : null}
          {answer.error === null ? null : (
            <span role="alert">
              {t("taints.notRenewed", { time: new Date(data.at).toLocaleTimeString(i18n.language, { hour12: false }) })}
            </span>
          )}
        </span>
      </Headline>
      {plan.taints === 0 ? (
        <NoTaints nodes={nodes.length} />
      ) : (
        <div className="taints-body data">
          <div className="taints-main">
            <TaintTable plan={plan} picked={picked} onPick={pick} />
            <TaintLegend podsRead={data.podsRead} />
          </div>
          {picked === undefined ? (
            <aside className="taint-panel" aria-label={t("taints.selected")}>
              {asked === undefined ? (
                <p>{t("taints.noSets")}</p>
              ) : (
                <>
                  <h2>
                    <code>{asked}</code>
                    <span>{t("taints.notThere")}</span>
                  </h2>
                  <p className="to">
                    <ViewLink className="btn" view={TAINTS_VIEW}>
                      {t("taints.showWorst")}
                    </ViewLink>
                  </p>
                </>
              )}
            </aside>
          ) : (
            <TaintPanel state={state} nodes={nodes} answer={data} plan={plan} picked={picked} />
          )}
        </div>
      )}
    </main>
  );
}

function NoTaints({ nodes }: { readonly nodes: number }) {
  const { t } = useTranslation();
  return (
    <div className="message data">
      <h2>{nodes === 0 ? t("taints.noNodes") : t("taints.freeNodes", { count: nodes })}</h2>
      <p>{nodes === 0 ? t("taints.noNodesMean") : t("taints.freeNodesMean")}</p>
    </div>
  );
}
