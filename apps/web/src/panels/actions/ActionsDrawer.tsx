import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import { deletePodsPlan } from "@daemonscope/daemonset/actions/delete-pods";
import { harmfulRemedies } from "@daemonscope/daemonset/actions/remedies/rollout-actions";
import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import { stepsOfChanges } from "@daemonscope/daemonset/actions/steps/step-of-change";
import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import { actsAlone } from "@daemonscope/daemonset/records/ownership";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { nodesOf } from "@daemonscope/shared/state/cluster-state";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { editedOwnershipText } from "@daemonscope/words/facts/ownership-text";
import { useMemo } from "react";
import { useDaemonSetPods } from "../../data/api/queries.ts";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import { useClusterView } from "../../data/hooks/cluster-context.ts";
import { navigate } from "../../data/url/navigation.ts";
import { AUDIT_VIEW, type DaemonSetView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import { Drawer } from "../../ui/drawer/Drawer.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { Deletion } from "../causes/Deletion.tsx";
import { FitLines } from "../causes/FitLines.tsx";
import { NodeButtons } from "../causes/NodeButtons.tsx";
import css from "./actions.module.css";
import { CauseAdvice, causeOfOwnConcern, causesToEnd } from "./CauseAdvice.tsx";
import { PlanButton } from "./PlanButton.tsx";
import { areExcludedByTaint, failingOldPods, misscheduledPods } from "./pods-to-delete.ts";
import { actionTitle, conflictingPorts, namedNote, outcomeSentence } from "./rollout-text.ts";
import { unhealthyPods } from "./unhealthy-pods.ts";

/** Returns why no action is offered (rule C13): the data is not read, no known action helps, or nothing is wrong. */
function noneWords(record: DaemonSetRecord, nodeCount: number, sources: SourceStatuses | undefined, t: Translate): string {
  const { unread, concern, causes } = record;
  if (unread.length > 0) {
    const isLoading = sources !== undefined && isSourceLoading(unread, sources);
    return t(isLoading ? "actions.unreadYet" : "actions.unread", { kinds: unread.join(t("verdict.and")) });
  }
  const unhealthy = unhealthyPods({ concern, causes });
  if (unhealthy !== undefined) return t(`actions.${unhealthy.kind}`, { count: unhealthy.count });
  if (concern !== null) return t("actions.noCommand");
  if (hasNoMatchingNode(record)) return t("actions.nowhere");
  const excluded = nodeCount - record.reported.desiredNumberScheduled;
  return excluded > 0 ? t("actions.nothingExcluded", { count: excluded }) : t("actions.nothing");
}

/**
 * Reports whether an unscheduled pod exists. A pod that the kubelet rejected is gone and cannot report the missing
 * resource.
 */
const hasUnscheduledPod = ({ causes }: DaemonSetRecord): boolean => causes.some(({ state }) => state === "unscheduled");

/** Links an action to its effect on every node, and to its plan. An action that only reads has neither. */
function NextSteps({ changes, title, name }: { readonly changes: readonly Change[]; readonly title: string; readonly name: string }) {
  const { t } = useTranslation();
  const steps = stepsOfChanges(changes);
  if (steps.length === 0) return null;
  return (
    <div className={css.buttons}>
      <ViewLink className="btn" view={{ ...WHAT_IF_VIEW, steps: formatSteps(steps) }}>
        {t("chrome.whatIf")}
      </ViewLink>
      <PlanButton question={{ steps }} title={`${name}: ${title}`} verb={title} />
    </div>
  );
}

/** The actions for a DaemonSet in a side panel. Each has its effect, its command and a link to its plan. */
export function ActionsDrawer({ view, record }: { readonly view: DaemonSetView; readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  // The state at the record's time.
  const { cluster, rows, nodes, sources } = useClusterView().state ?? {};
  const plans = useMemo(() => {
    const known = rows === undefined || nodes === undefined ? [] : nodesOf({ rows, nodes });
    return rolloutPlans(record, cluster, nodeQuestions(known));
  }, [record, cluster, rows, nodes]);
  const harmful = harmfulRemedies(record);
  const ports = conflictingPorts(record);
  const isExcludedByTaint = areExcludedByTaint(record.concern);
  const isExplained = record.deleting || causesToEnd(record).length > 0 || causeOfOwnConcern(record) !== undefined;
  return (
    <Drawer label={t("actions.title")} title={t("actions.title")} onClose={() => navigate({ ...view, drawer: undefined })}>
      {record.deleting ? (
        <div className={css.action}>
          <Deletion view={view} record={record} />
        </div>
      ) : null}
      <CauseAdvice view={view} record={record} />
      {plans.map(({ act, changes, outcome, owner, kubectl = "" }) => (
        <div key={act.kind} className={css.action}>
          <div data-action>
            <h3>{actionTitle(act, t, ports)}</h3>
            <p className="i2">{outcome === undefined ? null : outcomeSentence(outcome, t, ports)}</p>
            {namedNote(act, t) === undefined ? null : <p className="i3">{namedNote(act, t)}</p>}
            {owner === undefined || !actsAlone(owner) ? null : <p className="i2">{editedOwnershipText(t, owner)}</p>}
            <CommandLine line={kubectl} label={t("actions.copy", { title: actionTitle(act, t, ports) })} />
            <NextSteps changes={changes} title={`${actionTitle(act, t, ports)}`} name={record.name} />
          </div>
          {act.kind === "room" && hasUnscheduledPod(record) ? (
            <FitLines namespace={record.namespace} daemonSet={record.name} node={act.nodes[0] ?? ""} isNodeNamed={false} />
          ) : null}
        </div>
      ))}
      {isExcludedByTaint && <DeletePods record={record} podsOf={misscheduledPods} words="deletePods" />}
      {record.onlyOldFail === true && <DeletePods record={record} podsOf={failingOldPods} words="deleteFailing" />}
      {plans.length === 0 && !isExplained && record.onlyOldFail !== true && record.concern?.kind !== "misscheduled" && (
        <div className={css.action}>
          <p className="i2">{noneWords(record, rows === undefined ? 0 : rowCount(rows), sources, t)}</p>
          {/* Each opens its failure, events and logs. */}
          <NodeButtons view={view} nodes={unhealthyPods(record)?.nodes ?? []} />
        </div>
      )}
      {record.concern?.kind === "waitsForYou" && (
        <p className="i2">
          {t("actions.oneByOne")}{" "}
          <ViewLink className="link" view={{ ...view, section: "worklist", drawer: undefined }}>
            {t("actions.openWorklist")}
          </ViewLink>
        </p>
      )}
      {harmful.map((act) => (
        <p key={act} className="i2">
          <b>{t("actions.doesNotHelp")}</b> {t(`actions.harms.${act}`)}
        </p>
      ))}
      <p>
        <ViewLink className="link" view={{ ...AUDIT_VIEW, query: record.key }}>
          {t("audit.ofThis")}
        </ViewLink>
      </p>
    </Drawer>
  );
}

/** Deletes pods by name. Their names are requested when this opens. */
function DeletePods({
  record,
  podsOf,
  words,
}: {
  readonly record: DaemonSetRecord;
  readonly podsOf: (answer: Pick<DaemonSetPodsAnswer, "nodes">) => readonly string[];
  readonly words: "deletePods" | "deleteFailing";
}) {
  const { t } = useTranslation();
  const cluster = useClusterView().state?.cluster;
  const { data } = useDaemonSetPods(record.namespace, record.name, record);
  const pods = data === undefined ? [] : podsOf(data);
  const plan = deletePodsPlan(cluster, record.namespace, pods);
  if (plan?.kubectl === undefined) return null;
  const title = t(`actions.${words}.title`, { count: plan.act.pods.length });
  return (
    <div className={css.action}>
      <div data-action>
        <h3>{title}</h3>
        <p className="i2">{t(`actions.${words}.effect`, { count: plan.act.pods.length })}</p>
        <CommandLine line={plan.kubectl} label={t("actions.copy", { title })} />
        <div className={css.buttons}>
          <PlanButton question={{ steps: stepsOfChanges(plan.changes) }} title={`${record.name}: ${title}`} verb={title} />
        </div>
      </div>
    </div>
  );
}
