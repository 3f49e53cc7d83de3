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
import { useTranslation } from "react-i18next";
import { usePod } from "../../data/api/queries.ts";
import { sourceReadState } from "../../data/freshness/source-read-state.ts";
import { useClusterView, useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import drawerCss from "../../ui/drawer/drawer.module.css";
import { CheckMark } from "../causes/CheckMark.tsx";
import { Deletion } from "../causes/Deletion.tsx";
import { explainSummary } from "./explain-summary.ts";
import { NextLinks } from "./NextLinks.tsx";
import { PairTrail } from "./PairTrail.tsx";
import { pairSituationOf } from "./pair-situation.ts";
import { FailingPod } from "./pod/FailingPod.tsx";
import { LastChange } from "./pod/LastChange.tsx";
import { LastEvent } from "./pod/LastEvent.tsx";
import { MissingPod } from "./pod/MissingPod.tsx";
import { PodLines } from "./pod/PodLines.tsx";
import { rejectionsSentence } from "./pod/rejections-text.ts";
import { decidingFields } from "./proof/deciding-fields.ts";
import css from "./proof/explain.module.css";
import { type ComparedTolerations, checkKinds, Proof } from "./proof/Proof.tsx";

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
 * The answer to the likely question, then its evidence. A failing pod or a failing check comes first; the passing
 * checks come last.
 */
export function WhyAnswer({ view, node, data, record }: AnswerProps) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const nowMs = useNow();
  const situation = pairSituationOf(data);
  const nodeRecord = state && nodeNamed(state, node);
  const isShuttingDown = nodeLifecycle(nodeRecord).kind === "shuttingDown";
  const refusal = situation.kind === "missing" ? situation.refusal : undefined;
  const byte = state && cellAtPair(state, node, `${view.namespace}/${view.name}`);
  const comparison = { template: record?.placement, gates: data.gates };
  const lead =
    refusal !== undefined ? undefined : explainSummary(data, state === undefined ? "awaited" : sourceReadState("pods", state.sources), t);
  if (record?.deleting === true) return <BeingDeleted view={view} node={node} data={data} record={record} />;
  const oldPod =
    data.placement.verdict === "run"
      ? data.pods.find(({ updated, terminatingSinceMs }) => updated === false && terminatingSinceMs === undefined)
      : undefined;
  const trail = (
    <PairTrail
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
      {situation.kind === "coming" ? <ComingEvent namespace={view.namespace} pod={situation.pod.name} byte={byte} /> : null}
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
      <Remedies remedies={data.remedies} />
      {isFailing ? null : trail}
      <NextLinks
        view={view}
        node={node}
        pod={isFailing ? situation.pod.name : data.pods[0]?.name}
        hasLogs={!hasTail && data.pods.some(({ scheduled }) => scheduled)}
      />
      <PassingChecks placement={data.placement} {...comparison} />
    </>
  );
}
