import { deletePodsPlan } from "@daemonscope/daemonset/actions/delete-pods";
import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { cellAtPair, nodeNamed } from "@daemonscope/shared/cluster-state";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { useTranslation } from "react-i18next";
import type { DaemonSetView } from "../address/url.ts";
import { usePod } from "../api/queries.ts";
import { useClusterView, useFreshness, useNow } from "../cluster/cluster-context.ts";
import { sourceReadState } from "../cluster/reading-of.ts";
import { CommandLine } from "../controls/CommandLine.tsx";
import drawerCss from "../drawer/drawer.module.css";
import { remedyEffectWords, remedyTitleWords } from "../model-words/remedy-words.ts";
import { pairSituationOf } from "./asked.ts";
import { decidingFields } from "./deciding-fields.ts";
import css from "./explain.module.css";
import { FailingPod } from "./FailingPod.tsx";
import { NextLinks } from "./GoOn.tsx";
import { LastChange } from "./LastChange.tsx";
import { LastEvents } from "./LastEvents.tsx";
import { explainSummary } from "./lead-of.ts";
import { PairTrail } from "./PairTrail.tsx";
import { PassingChecks } from "./PassingChecks.tsx";
import { PodLines } from "./PodLines.tsx";
import { checkKinds, Proof } from "./Proof.tsx";
import { rejectionsSentence } from "./rejections-sentence.ts";

function Remedies({ remedies }: Pick<ExplainAnswer, "remedies">) {
  const { t } = useTranslation();
  return remedies.map((remedy) => (
    <div className={css.remedy} data-remedy key={remedy.title}>
      <h3>{remedyTitleWords(t, remedy.act)}</h3>
      <p className={css.effect}>{remedyEffectWords(t, remedy.outcome)}</p>
      <CommandLine line={remedy.command} label={t("explain.copy", { title: remedyTitleWords(t, remedy.act) })} />
    </div>
  ));
}

/** The last events of a pod that starts or terminates. */
function ComingEvents({ namespace, pod, byte }: { readonly namespace: string; readonly pod: string; readonly byte: CellByte | undefined }) {
  return <LastEvents read={usePod(namespace, pod, byte, useFreshness().kind === "live", undefined)} />;
}

/**
 * The answer to the likely question, then its evidence. A failure with its events precedes the passing checks, and a
 * failing check precedes all.
 */
export function WhyAnswer({
  view,
  node,
  data,
  record,
}: {
  readonly view: DaemonSetView;
  readonly node: string;
  readonly data: ExplainAnswer;
  readonly record: DaemonSetRecord | undefined;
}) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const nowMs = useNow();
  const asked = pairSituationOf(data);
  const byte = state && cellAtPair(state, node, `${view.namespace}/${view.name}`);
  const held = { template: record?.placement, gates: data.gates };
  const lead = explainSummary(data, state === undefined ? "awaited" : sourceReadState("pods", state.sources), t);
  const [pod] = data.pods;
  const placedOld =
    data.placement.verdict === "run"
      ? data.pods.find(({ updated, terminatingSinceMs }) => updated === false && terminatingSinceMs === undefined)
      : undefined;
  return (
    <>
      {data.rejections === undefined ? null : <p className={drawerCss.lead}>{rejectionsSentence(data.rejections, nowMs, t)}</p>}
      {asked.kind === "failing" ? <FailingPod view={view} node={node} pod={asked.pod} record={record} byte={byte} /> : null}
      {lead === undefined ? null : <p className={drawerCss.lead}>{lead}</p>}
      <Proof placement={data.placement} kinds={checkKinds(data.placement).deciding} {...held} />
      <LastChange node={node} fields={decidingFields(data.placement.checks)} />
      {data.pods.length === 0 ? null : (
        <>
          {asked.kind === "failing" || asked.kind === "unwanted" || data.pods.length > 1 ? (
            <h3>{t("explain.pods", { count: data.pods.length })}</h3>
          ) : null}
          <PodLines namespace={view.namespace} pods={data.pods} nowMs={nowMs} about={asked.kind} />
        </>
      )}
      {asked.kind === "failing" || pod === undefined ? null : <NextLinks view={view} pod={pod.name} crashed={false} whole={undefined} />}
      {asked.kind === "coming" ? <ComingEvents namespace={view.namespace} pod={asked.pod.name} byte={byte} /> : null}
      {record?.strategy === "OnDelete" && placedOld !== undefined ? (
        <div className={css.remedy} data-remedy>
          <h3>{t("explain.update")}</h3>
          <p className={css.effect}>{t("explain.updateEffect")}</p>
          {state !== undefined && nodeNamed(state, node)?.ready !== "True" ? (
            <p className={css.effect}>{t("rollout.worklist.unready", { node })}</p>
          ) : null}
          <CommandLine
            line={deletePodsPlan(state?.cluster, view.namespace, [placedOld.name])?.kubectl ?? ""}
            label={t("explain.copy", { title: t("explain.update") })}
          />
        </div>
      ) : null}
      <Remedies remedies={data.remedies} />
      <PairTrail
        namespace={view.namespace}
        daemonSet={view.name}
        node={node}
        version={[byte, data.pods.map(({ name, startStep, ready, terminatingSinceMs }) => [name, startStep, ready, terminatingSinceMs])]}
      />
      <PassingChecks placement={data.placement} {...held} />
    </>
  );
}
