import { deletePodsPlan } from "@daemonscope/daemonset/actions/delete-pods";
import { stepsOfChanges } from "@daemonscope/daemonset/actions/steps/step-of-change";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { useDaemonSetPods } from "../../data/api/queries.ts";
import { useClusterView } from "../../data/hooks/cluster-context.ts";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import css from "./actions.module.css";
import { misscheduledPods } from "./misscheduled-pods.ts";
import { PlanButton } from "./PlanButton.tsx";

/** Deletes the pods that remain on nodes that want none. Their names are requested when this opens. */
export function DeleteMisscheduled({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const cluster = useClusterView().state?.cluster;
  const { data } = useDaemonSetPods(record.namespace, record.name, record);
  const pods = data === undefined ? [] : misscheduledPods(data);
  const plan = deletePodsPlan(cluster, record.namespace, pods);
  if (plan?.kubectl === undefined) return null;
  const title = t("actions.deletePods.title", { count: plan.act.pods.length });
  return (
    <div className={css.action}>
      <div data-action>
        <h3>{title}</h3>
        <p className="i2">{t("actions.deletePods.effect", { count: plan.act.pods.length })}</p>
        <CommandLine line={plan.kubectl} label={t("actions.copy", { title })} />
        <div className={css.buttons}>
          <PlanButton question={{ steps: stepsOfChanges(plan.changes) }} title={`${record.name}: ${title}`} verb={title} />
        </div>
      </div>
    </div>
  );
}
