import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { budgetArithmetic, countText, statusNote } from "./flow-words.ts";
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
  const { kind, used, allowed } = record.budget;
  const note = statusNote(record);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  return (
    <div className="meter" style={{ left, top, width: Math.max(0, right - left) }}>
      {kind === "none" ? (
        <span className="meter-budget">
          <b>OnDelete</b>: no budget, the controller waits until an old pod is deleted by hand
        </span>
      ) : (
        <span className="meter-budget">
          <b>{kind}</b> {budgetArithmetic(record)},{" "}
          <b className={isRed ? "tone-bad" : undefined}>
            {countText(used)} used, {used > allowed ? `${countText(used - allowed)} too many` : `${countText(allowed - used)} free`}
          </b>
        </span>
      )}
      {nodesPerDot > 1 && <span className="i3">1 dot = {countText(nodesPerDot)} nodes</span>}
      {note !== undefined && (
        <span className="meter-note ell" title={note}>
          {note}
        </span>
      )}
    </div>
  );
}
