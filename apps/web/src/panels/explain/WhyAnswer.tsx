import { deletePodsPlan } from "@daemonscope/daemonset/actions/delete-pods";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { cellAtPair, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { editedOwnershipText } from "@daemonscope/words/facts/ownership-text";
import { remedyEffect, remedyTitle } from "@daemonscope/words/facts/remedy-text";
import { useEffect } from "react";
import { usePairTrail, usePod } from "../../data/api/queries.ts";
import { sourceReadState } from "../../data/freshness/source-read-state.ts";
import { useClusterView, useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import { logsView, yamlView } from "../../data/url/pod-sections.ts";
import { type DaemonSetView, podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import drawerCss from "../../ui/drawer/drawer.module.css";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CheckMark } from "../causes/CheckMark.tsx";
import { Deletion } from "../causes/Deletion.tsx";
import { explainSummary } from "./explain-summary.ts";
import { pairSituationOf } from "./pair-situation.ts";
import { FailingPod } from "./pod/FailingPod.tsx";
import { LastChange } from "./pod/LastChange.tsx";
import { LastEvent } from "./pod/LastEvent.tsx";
import { MissingPod } from "./pod/MissingPod.tsx";
import { OtherControllerHelp, otherControllerAt, otherControllerText } from "./pod/OtherController.tsx";
import { PodLines } from "./pod/PodLines.tsx";
import { rejectionsSentence } from "./pod/rejections-text.ts";
import { decidingFields } from "./proof/deciding-fields.ts";
import css from "./proof/explain.module.css";
import { type ComparedTolerations, checkKinds, Proof } from "./proof/Proof.tsx";
import { clearPairSteps, type PairStep, setPairSteps } from "./trail/pair-steps.ts";
import { RecentTrail } from "./trail/Trail.tsx";
import { trailStepLabel } from "./trail/trail-text.ts";

interface AnswerProps {
  readonly view: DaemonSetView;
  readonly node: string;
  readonly data: ExplainAnswer;
  readonly record: DaemonSetRecord | undefined;
}

/** More remedies are folded, so that the panel stays short. */
const MAX_OPEN_REMEDIES = 2;

function Remedies({ remedies }: Pick<ExplainAnswer, "remedies">) {
  const { t } = useTranslation();
  return remedies.map((remedy, at) => {
    const title = remedyTitle(t, remedy.act);
    const body = (
      <>
        <p className={css.effect}>{remedyEffect(t, remedy.outcome)}</p>
        {remedy.owner === undefined ? null : <p className={css.effect}>{editedOwnershipText(t, remedy.owner)}</p>}
        <CommandLine line={remedy.command} label={t("explain.copy", { title })} />
      </>
    );
    return at < MAX_OPEN_REMEDIES ? (
      <div className={css.remedy} data-remedy key={title}>
        <h3>{title}</h3>
        {body}
      </div>
    ) : (
      <details className={css.remedy} data-remedy key={title}>
        <summary>
          <h3>{title}</h3>
        </summary>
        {body}
      </details>
    );
  });
}

/** The last event of a pod that starts or terminates. */
function ComingEvent({ namespace, pod, byte }: { readonly namespace: string; readonly pod: string; readonly byte: CellByte | undefined }) {
  return <LastEvent read={usePod(namespace, pod, byte, useFreshness().kind === "live", undefined)} />;
}

/** The answer for a DaemonSet that is being deleted. The controller wants no pod then, so that no check matters. */
function BeingDeleted({ view, node, data, record }: AnswerProps & { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const [pod] = data.pods;
  return (
    <>
      <p className={drawerCss.lead}>{t("explain.lead.beingDeleted")}</p>
      <Deletion view={view} record={record} without={node} />
      <PodLines namespace={view.namespace} pods={data.pods} nowMs={nowMs} about="unwanted" />
      <NextLinks view={view} node={node} pod={pod?.name} hasLogs />
    </>
  );
}

/** The passing checks, as one line that expands to all of them. */
function PassingChecks({ placement, ...comparison }: { readonly placement: Placement } & ComparedTolerations) {
  const { t } = useTranslation();
  const { deciding, passing } = checkKinds(placement);
  if (passing.length === 0) return null;
  return (
    <details className={css.passing}>
      <summary>
        <CheckMark kind="passed" />
        {deciding.length === 0 ? <b>{t("explain.belongs")}</b> : null}
        <span className="i2">{t(deciding.length === 0 ? "explain.allPass" : "explain.othersPass", { count: passing.length })}</span>
        <span className={css.show}>{t("explain.show")}</span>
      </summary>
      <Proof placement={placement} kinds={passing} {...comparison} />
    </details>
  );
}

/**
 * The answer to the likely question, then its evidence. A failing pod or a failing check comes first. The trail
 * and the event of a pod that runs are read later: only the links at the lower edge follow.
 */
export function WhyAnswer({ view, node, data, record }: AnswerProps) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const nowMs = useNow();
  const situation = pairSituationOf(data);
  const nodeRecord = state && nodeNamed(state, node);
  const lifecycle = nodeLifecycle(nodeRecord);
  const isShuttingDown = lifecycle.kind === "shuttingDown";
  const refusal = situation.kind === "missing" ? situation.refusal : undefined;
  const byte = state && cellAtPair(state, node, `${view.namespace}/${view.name}`);
  const comparison = { template: record?.placement, gates: data.gates };
  const other = record && nodeRecord && otherControllerAt(record, nodeRecord.labels);
  const lead =
    other !== undefined
      ? otherControllerText(other, t)
      : refusal === undefined
        ? explainSummary(data, state === undefined ? "awaited" : sourceReadState("pods", state.sources), t, lifecycle)
        : undefined;
  if (record?.deleting === true) return <BeingDeleted view={view} node={node} data={data} record={record} />;
  const oldPod =
    data.placement.verdict === "run"
      ? data.pods.find(({ updated, terminatingSinceMs }) => updated === false && terminatingSinceMs === undefined)
      : undefined;
  // A new element for another situation, so that it appears below the cause or the event instead of jumping there.
  const trail = (
    <PairTrail
      key={`trail ${situation.kind}`}
      namespace={view.namespace}
      daemonSet={view.name}
      node={node}
      version={[byte, data.pods.map(({ name, startStep, ready, terminatingSinceMs }) => [name, startStep, ready, terminatingSinceMs])]}
    />
  );
  const isFailing = situation.kind === "failing";
  const hasTail = isFailing && situation.pod.trouble !== undefined && CAUSES[situation.pod.trouble.kind].log !== undefined;
  return (
    <>
      {data.rejections === undefined ? null : (
        <p className={drawerCss.lead}>{rejectionsSentence(data.rejections, { isWanted: data.shouldRun, isShuttingDown }, nowMs, t)}</p>
      )}
      {isFailing ? <FailingPod view={view} node={node} pod={situation.pod} record={record} byte={byte} trail={trail} /> : null}
      {refusal === undefined ? null : <MissingPod refusal={refusal} record={record} />}
      {lead === undefined ? null : <p className={drawerCss.lead}>{lead}</p>}
      <Proof placement={data.placement} kinds={checkKinds(data.placement).deciding} {...comparison} />
      <LastChange node={node} fields={decidingFields(data.placement.checks)} />
      {/* A single failing pod is described above, and any other in the heading. */}
      {situation.kind !== "unwanted" &&
      data.pods.length === 1 &&
      data.pods[0]?.imageChanges.length === 0 &&
      data.pods[0].adopted === undefined ? null : (
        <PodLines namespace={view.namespace} pods={data.pods} nowMs={nowMs} about={situation.kind} />
      )}
      {record?.strategy === "OnDelete" && record.managedBy === undefined && oldPod !== undefined ? (
        <div className={css.remedy} data-remedy>
          <h3>{t("explain.update")}</h3>
          <p className={css.effect}>{t("explain.updateEffect")}</p>
          {state !== undefined && nodeRecord?.ready !== "True" ? (
            <p className={css.effect}>{t("rollout.worklist.unready", { node })}</p>
          ) : null}
          <CommandLine
            line={deletePodsPlan(state?.cluster, view.namespace, [oldPod.name])?.kubectl ?? ""}
            label={t("explain.copy", { title: t("explain.update") })}
          />
        </div>
      ) : null}
      {other === undefined ? null : <OtherControllerHelp found={other} record={record} />}
      {/* While the controller works, a label set by hand would race with it. */}
      {other?.kind === "paused" ? null : <Remedies remedies={data.remedies} />}
      <PassingChecks key={situation.kind} placement={data.placement} {...comparison} />
      {situation.kind === "coming" ? <ComingEvent namespace={view.namespace} pod={situation.pod.name} byte={byte} /> : null}
      {isFailing ? null : trail}
      <NextLinks
        view={view}
        node={node}
        pod={isFailing ? situation.pod.name : data.pods[0]?.name}
        hasLogs={!hasTail && data.pods.some(({ scheduled }) => scheduled)}
      />
    </>
  );
}

interface NextLinksProps {
  readonly view: DaemonSetView;
  /** Undefined for a node that does not exist. */
  readonly node: string | undefined;
  /** Undefined if the node has no pod: the links then lead to the DaemonSet. */
  readonly pod: string | undefined;
  /** The panel shows no log of this pod. */
  readonly hasLogs: boolean;
}

/** Links from a pair to its pod, logs, events, YAML and node. */
function NextLinks({ view, node, pod, hasLogs }: NextLinksProps) {
  const { t } = useTranslation();
  const daemonSetPage = { ...view, node: undefined } as const;
  return (
    <nav className={css.links} data-of-now aria-label={t("explain.goOn")}>
      {pod === undefined ? null : <ViewLink view={podView(view.namespace, pod)}>{t("sections.pod")}</ViewLink>}
      {pod === undefined || !hasLogs ? null : <ViewLink view={logsView(daemonSetPage, pod)}>{t("sections.logs")}</ViewLink>}
      <ViewLink view={{ ...daemonSetPage, section: "events", at: pod === undefined ? {} : { find: pod } }}>{t("sections.events")}</ViewLink>
      <ViewLink view={pod === undefined ? { ...daemonSetPage, section: "yaml", at: {} } : yamlView(daemonSetPage, pod)}>
        {t("sections.yaml")}
      </ViewLink>
      {node === undefined ? null : <ViewLink view={{ page: "node", name: node }}>{t("explain.node")}</ViewLink>}
    </nav>
  );
}

interface PairTrailProps {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  /** Changes when the pod progresses. */
  readonly version: unknown;
}

/** The steps of this pair's pod, next to the answer and on the timeline. */
function PairTrail({ namespace, daemonSet, node, version }: PairTrailProps) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { data, isPending } = usePairTrail(namespace, daemonSet, node, version);
  const pair = `${namespace}/${daemonSet} ${node}`;
  useEffect(() => {
    if (data === undefined) return;
    const namedSteps = data.steps.flatMap((step): (readonly [string, PairStep])[] => {
      if (step.kind !== "came" || step.atMs === undefined) return [];
      return [[`${data.pod} ${step.name}`, { kind: "pairStep", atMs: step.atMs, words: trailStepLabel(t, step.name, data.creation) }]];
    });
    setPairSteps(pair, new Map(namedSteps));
  }, [pair, data, t]);
  useEffect(() => clearPairSteps, []);
  if (isPending) return <div className={css.awaitedTrail} />;
  if (data === undefined || data.steps.length === 0) return null;
  return <RecentTrail steps={data.steps} wanted={data.creation} nowMs={nowMs} />;
}
