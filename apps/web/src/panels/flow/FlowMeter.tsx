import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { FlowBudget } from "./FlowBudget.tsx";
import css from "./flow.module.css";

interface FlowMeterProps {
  readonly record: DaemonSetRecord;
  readonly gate: BudgetGate;
  readonly nodesPerDot: number;
  /** Where the tray starts, in CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
}

/** The arithmetic of the budget under its tray. */
export function FlowMeter({ record, gate, nodesPerDot, left, top, right }: FlowMeterProps) {
  const { t } = useTranslation();
  return (
    <div className={css.meter} data-meter style={{ transform: `translate(${left}px, ${top}px)`, width: Math.max(0, right - left) }}>
      <FlowBudget record={record} gate={gate} />
      {nodesPerDot > 1 && <span className="i3">{t("rollout.meter.perDot", { dots: nodesPerDot })}</span>}
    </div>
  );
}
