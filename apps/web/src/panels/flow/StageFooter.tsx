import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { budgetArithmetic } from "../../data/lanes/flow-text.ts";
import { displayedCount } from "../../data/lanes/shown-counts.ts";
import { countText } from "../../words/format/figures.ts";
import css from "./stage.module.css";

interface StageFooterProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly isRolling: boolean;
}

/** The use of the budget and its arithmetic; then misscheduled pods, whose nodes are in no lane. */
export function StageFooter({ record, nowMs, isRolling }: StageFooterProps) {
  const { t } = useTranslation();
  const { kind, used, allowed } = record.budget;
  const misscheduled = displayedCount(record, "numberMisscheduled", nowMs);
  return (
    <div className={css.footer}>
      {kind === "unknown" ? null : kind === "none" ? (
        <span data-budget>
          <b>OnDelete</b>
          {record.managedBy === undefined
            ? t("rollout.meter.noBudget")
            : t("rollout.meter.managed", { controller: record.managedBy.controller })}
        </span>
      ) : isRolling ? (
        // Keys, so that a start or an end replaces the text instead of moving it.
        <span key="meter" data-meter data-budget>
          <b data-tone={used > allowed ? "bad" : undefined}>{t("rollout.meter.inUse", { used, allowed })}</b>{" "}
          <span>
            {kind} {budgetArithmetic(record, t)}
          </span>
        </span>
      ) : (
        <span key="rest" className="i3" data-budget>
          {kind} {budgetArithmetic(record, t)}
        </span>
      )}
      {misscheduled.reported + (misscheduled.derived ?? 0) === 0 ? null : (
        <span data-field="numberMisscheduled" data-count={misscheduled.reported}>
          MISSCHEDULED <b>{countText(misscheduled.reported)}</b>
          {misscheduled.derived === undefined ? null : ` ${t("rollout.bar.ours", { ours: misscheduled.derived })}`}
        </span>
      )}
    </div>
  );
}
