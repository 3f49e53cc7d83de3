import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { stepsOfChanges } from "@daemonscope/daemonset/actions/steps/step-of-change";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { actsAlone } from "@daemonscope/daemonset/records/ownership";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { nodesOf } from "@daemonscope/shared/state/cluster-state";
import { editedOwnershipText } from "@daemonscope/words/facts/ownership-text";
import { useMemo } from "react";
import { useClusterView } from "../../../data/hooks/cluster-context.ts";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { PlanButton } from "../../actions/PlanButton.tsx";
import { actionTitle, conflictingPorts, outcomeSentence, shortOutcome } from "../../actions/rollout-text.ts";
import { CauseHelp } from "../../causes/CauseHelp.tsx";
import css from "../proof/explain.module.css";

const MAX_SHOWN = 2;

/** What helps against a cause, and at most two actions with their effect and their plan. The panel of actions has all
 *  of them. */
export function CauseRemedies({ cause, record }: { readonly cause: CauseFact; readonly record: DaemonSetRecord | undefined }) {
  const { t } = useTranslation();
  const { cluster, rows, nodes } = useClusterView().state ?? {};
  const plans = useMemo(() => {
    if (record === undefined || rows === undefined || nodes === undefined) return [];
    const { helps } = CAUSES[cause.kind];
    return rolloutPlans(record, cluster, nodeQuestions(nodesOf({ rows, nodes })))
      .filter(({ act }) => helps.includes(act.kind))
      .slice(0, MAX_SHOWN);
  }, [record, cause.kind, cluster, rows, nodes]);
  const ports = record === undefined ? [] : conflictingPorts(record);
  return (
    <section aria-label={t("explain.helps")}>
      <h3>{t("explain.helps")}</h3>
      <CauseHelp cause={cause} record={record} />
      {plans.map(({ act, changes, outcome, owner, kubectl = "" }) => {
        const title = actionTitle(act, t, ports);
        const steps = stepsOfChanges(changes);
        return (
          <div key={act.kind} className={css.plan} data-remedy>
            <div>
              <h4>{title}</h4>
              {outcome === undefined ? null : (
                <p className="i2" title={outcomeSentence(outcome, t, ports)}>
                  {shortOutcome(outcome, t, ports)}
                </p>
              )}
              {owner === undefined || !actsAlone(owner) ? null : <p className="i2">{editedOwnershipText(t, owner)}</p>}
            </div>
            <CopyButton text={kubectl} label={t("explain.copy", { title })} />
            {steps.length === 0 ? null : <PlanButton question={{ steps }} title={`${record?.name}: ${title}`} verb={title} />}
          </div>
        );
      })}
    </section>
  );
}
