import { cellAtPair, daemonSetNamed, nodeNamed } from "@daemonscope/shared/cluster-state";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { sortedNames } from "@daemonscope/shared/slots";
import { hasSynced } from "@daemonscope/shared/source-status";
import { useTranslation } from "react-i18next";
import { navigate } from "../address/navigation.ts";
import type { DaemonSetView } from "../address/url.ts";
import { ViewLink } from "../address/ViewLink.tsx";
import { ApiProblem } from "../api/fetch-answer.ts";
import { useExplain } from "../api/queries.ts";
import { useClusterView } from "../cluster/cluster-context.ts";
import { Drawer } from "../drawer/Drawer.tsx";
import drawerCss from "../drawer/drawer.module.css";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "../model-words/cause-words.ts";
import { pairSituationOf } from "./asked.ts";
import { NearestNodes } from "./NearestNodes.tsx";
import { WhyAnswer } from "./WhyAnswer.tsx";

/**
 * Returns the title of the drawer: the failure of a failing pod, otherwise the question. Before the response it claims
 * neither.
 */
function titleOf(t: Translate, name: string, node: string, data: ExplainAnswer | undefined): string {
  if (data === undefined) return t("explain.label", { name, node });
  const asked = pairSituationOf(data);
  if (asked.kind === "failing" && asked.pod.trouble !== undefined)
    return t("explain.failingOn", { node, cause: causeWords(t, asked.pod.trouble) });
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
      title={titleOf(t, view.name, node, data)}
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
