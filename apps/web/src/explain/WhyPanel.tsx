import { taintText } from "@daemonscope/daemonset/describe/check-words";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { wasRead } from "@daemonscope/shared/source-status";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, useExplain } from "../api/queries.ts";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { CloseIcon } from "../chrome/icons.tsx";
import { useClusterView, useNow } from "../cluster/cluster-context.ts";
import { type Reading, readingOf } from "../cluster/reading-of.ts";
import type { Translate } from "../i18n/translator.ts";
import { remedyEffectWords, remedyTitleWords } from "../model-words/remedy-words.ts";
import { navigate } from "../navigation.ts";
import type { View } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { NearestNodes } from "./NearestNodes.tsx";
import { PodLines } from "./PodLines.tsx";
import { Proof } from "./Proof.tsx";
import { RoomLines, waitsForRoom } from "./RoomLines.tsx";
import { rejectionsSentence } from "./rejections-sentence.ts";
import { useFocusReturn } from "./use-focus-return.ts";
import "./explain.css";

function leadOf(answer: ExplainAnswer, pods: Reading, t: Translate): string {
  const failed = answer.placement.checks.filter((check) => !check.passed);
  const taints = failed.filter((check) => check.kind === "taint");
  switch (answer.placement.verdict) {
    case "run":
      if (pods !== "read") return t(pods === "awaited" ? "explain.lead.podsUnreadYet" : "explain.lead.podsUnread");
      return answer.pods.length > 0 ? t("explain.lead.wantedAndThere") : t("explain.lead.wanted");
    case "keep":
      return answer.pods.length > 0
        ? t("explain.lead.kept", { taints: taints.map(({ taint }) => taintText(taint)).join(t("model.listComma")) })
        : t("explain.lead.notTolerated", { count: taints.length });
    case "exclude":
      return failed.length === 1 && taints.length === 1 ? t("explain.lead.evicts") : t("explain.lead.noMatch");
  }
}

/** "Why (not) here" for one node: the drawer under the verdict, never over it. */
export function WhyPanel({ view, node }: { readonly view: Extract<View, { readonly page: "daemonSet" }>; readonly node: string }) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const nowMs = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const key = `${view.namespace}/${view.name}`;
  const row = state?.rows.indexOf(node) ?? -1;
  const column = state?.columns.indexOf(key) ?? -1;
  const record = state?.nodes.get(node);
  const set = state?.daemonSets.get(key);
  const version = [
    row < 0 || state === undefined ? -1 : state.cells[row * state.columns.length + column],
    record?.taints,
    record?.labels,
    set?.generation,
  ];
  const answer = useExplain(view.namespace, view.name, node, version);
  // In this order: it must see where the focus was.
  useFocusReturn();
  useEffect(() => heading.current?.focus(), []);
  const data = answer.data;
  const isMissing = state !== undefined && wasRead(state.sources.nodes) && row < 0;
  // Before the answer neither is claimed.
  const title =
    data === undefined ? "explain.label" : data.placement.verdict === "run" || data.pods.length > 0 ? "explain.whyOn" : "explain.whyNotOn";
  return (
    <aside className="panel" aria-label={t("explain.label", { name: view.name, node })}>
      <h2 ref={heading} tabIndex={-1}>
        <span>{t(title, { name: view.name, node })}</span>
        <span className="grow" />
        {isMissing ? null : (
          <ViewLink className="btn quiet" view={{ page: "node", name: node }}>
            {t("explain.node")}
          </ViewLink>
        )}
        <button type="button" className="iconbtn" aria-label={t("explain.close")} onClick={() => navigate({ ...view, node: undefined })}>
          <CloseIcon />
        </button>
      </h2>
      {answer.error !== null && data === undefined ? (
        <p className="lead" role="alert">
          {answer.error instanceof ApiProblem ? answer.error.message : t("explain.notAsked")}
        </p>
      ) : null}
      {isMissing && data === undefined && state !== undefined ? <NearestNodes view={view} node={node} known={state.rows} /> : null}
      {data === undefined ? (
        <p className="lead">{answer.isPending ? t("explain.asking") : ""}</p>
      ) : (
        <>
          <p className="lead">{leadOf(data, state === undefined ? "awaited" : readingOf("pods", state.sources), t)}</p>
          {data.rejections === undefined ? null : <p className="lead">{rejectionsSentence(data.rejections, nowMs, t)}</p>}
          <Proof placement={data.placement} template={set?.placement} />
          {data.pods.length > 0 ? (
            <>
              <h3>{t("explain.pods", { count: data.pods.length })}</h3>
              <PodLines pods={data.pods} nowMs={nowMs} />
              {data.pods.some(waitsForRoom) ? <RoomLines namespace={view.namespace} daemonSet={view.name} node={node} /> : null}
            </>
          ) : null}
          {data.remedies.map((remedy) => (
            <div className="rem" key={remedy.title}>
              <h3>{remedyTitleWords(t, remedy.act)}</h3>
              <p className="eff">{remedyEffectWords(t, remedy.outcome)}</p>
              <div className="cmd">
                <span>{remedy.command}</span>
                <CopyButton text={remedy.command} label={t("explain.copy", { title: remedyTitleWords(t, remedy.act) })} />
              </div>
            </div>
          ))}
        </>
      )}
    </aside>
  );
}
