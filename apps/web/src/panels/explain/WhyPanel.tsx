import { hasSynced } from "@daemonscope/kube/source-status";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { cellAtPair, daemonSetNamed, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { causeOrPortSentence } from "@daemonscope/words/facts/cause-text";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useExplain } from "../../data/api/queries.ts";
import { useClusterView } from "../../data/hooks/cluster-context.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { Drawer } from "../../ui/drawer/Drawer.tsx";
import drawerCss from "../../ui/drawer/drawer.module.css";
import type { Translate } from "../../words/i18n/translator.ts";
import { pairSituationOf } from "./pair-situation.ts";
import { NearestNodes } from "./proof/NearestNodes.tsx";
import { WhyAnswer } from "./WhyAnswer.tsx";

/**
 * Returns the title of the drawer: the failure of a failing pod, otherwise the question. Before the response it claims
 * neither.
 */
function titleOf(t: Translate, { name }: DaemonSetView, node: string, data: ExplainAnswer | undefined, isBeingDeleted: boolean): string {
  if (data === undefined) return t("explain.label", { name, node });
  if (isBeingDeleted) return t(data.pods.length > 0 ? "explain.whyOn" : "explain.whyNotOn", { name, node });
  const situation = pairSituationOf(data);
  if (situation.kind === "missing" && situation.refusal !== undefined)
    return t("explain.failingOn", { node, cause: causeOrPortSentence(t, situation.refusal.cause) });
  if (situation.kind === "failing" && situation.pod.trouble !== undefined)
    return t("explain.failingOn", { node, cause: causeOrPortSentence(t, situation.pod.trouble) });
  return t(data.placement.verdict === "run" || data.pods.length > 0 ? "explain.whyOn" : "explain.whyNotOn", { name, node });
}

/** "Why (not) here" for one node: the problem of its pod, or the check that excludes a pod. */
export function WhyPanel({ view, node }: { readonly view: DaemonSetView; readonly node: string }) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const key = `${view.namespace}/${view.name}`;
  const record = state && nodeNamed(state, node);
  const set = state && daemonSetNamed(state, key);
  const version = [state && cellAtPair(state, node, key), record?.taints, record?.labels, set?.generation];
  const { data, error, isPending } = useExplain(view.namespace, view.name, node, version);
  const isMissing = state !== undefined && hasSynced(state.sources.nodes) && record === undefined;
  return (
    <Drawer
      label={t("explain.label", { name: view.name, node })}
      title={titleOf(t, view, node, data, set?.deleting === true)}
      links={
        isMissing ? null : (
          <ViewLink className="btn quiet" view={{ page: "node", name: node }}>
            {t("explain.node")}
          </ViewLink>
        )
      }
      onClose={() => navigate({ ...view, node: undefined })}
    >
      {error !== null && data === undefined ? (
        <p className={drawerCss.lead} role="alert">
          {error instanceof ApiProblem ? error.message : t("explain.notAsked")}
        </p>
      ) : null}
      {isMissing && data === undefined && state !== undefined ? (
        <NearestNodes view={view} node={node} known={sortedNames(state.rows)} />
      ) : null}
      {data === undefined ? (
        <p className={drawerCss.lead}>{isPending ? t("explain.asking") : ""}</p>
      ) : (
        <WhyAnswer view={view} node={node} data={data} record={set} />
      )}
    </Drawer>
  );
}
