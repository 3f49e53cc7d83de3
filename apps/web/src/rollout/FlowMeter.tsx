import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useTranslation } from "react-i18next";
import { budgetArithmetic, statusNote } from "./flow-words.ts";
import type { Gate } from "./gate.ts";

interface FlowMeterProps {
  readonly record: DaemonSetRecord;
  readonly gate: Gate;
  readonly nodesPerDot: number;
  /** Where the tray starts, in CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
}

/** The arithmetic of the budget under its tray, and where `.status` differs, why. */
export function FlowMeter({ record, gate, nodesPerDot, left, top, right }: FlowMeterProps) {
  const { t } = useTranslation();
  const { kind, used, allowed } = record.budget;
  const note = statusNote(record, t);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  return (
    <div className="meter" style={{ left, top, width: Math.max(0, right - left) }}>
      {kind === "none" ? (
        <span className="meter-budget">
          <b>OnDelete</b>
          {t("rollout.meter.noBudget")}
        </span>
      ) : (
        <span className="meter-budget">
          <b>{kind}</b> {budgetArithmetic(record, t)}
          {t("rollout.comma")}
          <b className={isRed ? "tone-bad" : undefined}>
            {used > allowed
              ? t("rollout.meter.overused", { used, over: used - allowed })
              : t("rollout.meter.used", { used, free: allowed - used })}
          </b>
        </span>
      )}
      {nodesPerDot > 1 && <span className="i3">{t("rollout.meter.perDot", { dots: nodesPerDot })}</span>}
      {note !== undefined && (
        <span className="meter-note ell" title={note}>
          {note}
        </span>
      )}
    </div>
  );
}
