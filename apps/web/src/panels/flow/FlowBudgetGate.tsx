import { useTranslation } from "react-i18next";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { budgetGateText } from "../../data/lanes/flow-text.ts";
import type { FlowLayout } from "../../draw/flow/flow-layout.ts";

interface FlowGateProps {
  readonly gate: BudgetGate;
  readonly layout: FlowLayout;
  readonly nowMs: number;
}

/** Half of the gap of an open gate, CSS pixels. */
const HALF_GAP = 14;
const BAR = 6;

/** The bar between the old pods and the tray. It has a gap of one cell while a place is free, and none otherwise.
 *  Under OnDelete it is dashed. The words state the same. */
export function FlowBudgetGate({ gate, layout, nowMs }: FlowGateProps) {
  const { t } = useTranslation();
  const { tray, height } = layout;
  const x = tray.left;
  const middle = height / 2;
  const words = budgetGateText(gate, nowMs, t);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  const line = gate.kind === "open" ? `M${x},-4V${middle - HALF_GAP}M${x},${middle + HALF_GAP}V${height + 4}` : `M${x},-4V${height + 4}`;
  return (
    <g fontSize={11} textAnchor="end">
      <path
        d={line}
        stroke={isRed ? "var(--st-failing)" : "var(--ink)"}
        strokeWidth={BAR}
        {...(gate.kind === "byHand" ? { strokeDasharray: "7 5" } : {})}
      />
      {gate.kind === "overdrawn" && (
        <path d={`M${x + 7},-4V${height + 4}`} stroke="var(--st-failing)" strokeWidth={1.5} strokeDasharray="5 3" />
      )}
      <text x={x - 12} y={middle - 12} fontWeight={600} fill={isRed ? "var(--text-failing)" : "var(--ink)"}>
        {words.word}
      </text>
      <text x={x - 12} y={middle + 4} fill={isRed ? "var(--text-failing)" : "var(--ink-2)"}>
        {words.more}
      </text>
    </g>
  );
}
