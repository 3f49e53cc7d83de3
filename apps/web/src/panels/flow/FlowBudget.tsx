import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { budgetArithmetic } from "../../data/lanes/flow-text.ts";
import css from "./flow.module.css";

/** The arithmetic of the budget: allowed, used and free. */
export function FlowBudget({ record, gate }: { readonly record: DaemonSetRecord; readonly gate: BudgetGate }) {
  const { t } = useTranslation();
  const { kind, used, allowed } = record.budget;
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  if (kind === "none")
    return (
      <span className={css.meterBudget} data-budget>
        <b>OnDelete</b>
        {t("rollout.meter.noBudget")}
      </span>
    );
  return (
    <span className={css.meterBudget} data-budget>
      <b>{kind}</b> {budgetArithmetic(record, t)}
      {t("rollout.comma")}
      <b data-tone={isRed ? "bad" : undefined}>
        {used > allowed
          ? t("rollout.meter.overused", { used, over: used - allowed })
          : t("rollout.meter.used", { used, free: allowed - used })}
      </b>
    </span>
  );
}
