import { useTranslation } from "react-i18next";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { budgetGateText } from "../../data/lanes/flow-text.ts";
import type { FlowLayout } from "../../draw/flow/flow-layout.ts";

interface FlowGateProps {
  readonly gate: BudgetGate;
  readonly layout: FlowLayout;
  readonly nowMs: number;
  /** Old pods wait at the gate. */
  readonly hasOld: boolean;
}

const FAILING = "var(--text-failing)";

function Arrow({ from, to, y }: { readonly from: number; readonly to: number; readonly y: number }) {
  return (
    <g stroke="var(--ink-2)" strokeWidth={1.5} fill="none">
      <path d={`M${from},${y}H${to}`} />
      <path d={`M${to - 4},${y - 4}l5,4l-5,4`} />
    </g>
  );
}

/** The bar between the old pods and the tray. It has a gap of one cell while a place is free, and none otherwise.
 *  Under OnDelete it is dashed. The words state the same. */
export function FlowBudgetGate({ gate, layout, nowMs, hasOld }: FlowGateProps) {
  const { t } = useTranslation();
  const { tray, dotsTop, dotsHeight } = layout;
  const x = tray.left;
  const middle = dotsTop + dotsHeight / 2;
  const words = budgetGateText(gate, nowMs, t);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  const colour = isRed ? "var(--st-failing)" : "var(--ink)";
  const isOpen = gate.kind === "open";
  return (
    <g>
      {isOpen && <path d={`M${x},${tray.top - 3}V${middle - 14}M${x},${middle + 14}V${tray.bottom + 3}`} stroke={colour} strokeWidth={5} />}
      {gate.kind === "byHand" && (
        <path d={`M${x},${tray.top - 3}V${tray.bottom + 3}`} stroke={colour} strokeWidth={4} strokeDasharray="7 5" />
      )}
      {!isOpen && gate.kind !== "byHand" && <rect x={x - 4} y={tray.top - 3} width={7} height={tray.bottom - tray.top + 6} fill={colour} />}
      {gate.kind === "overdrawn" && (
        <path
          d={`M${x + 5.5},${tray.top - 3}V${tray.bottom + 3}M${x + 9},${tray.top - 3}V${tray.bottom + 3}`}
          stroke={colour}
          strokeWidth={1.5}
          strokeDasharray="5 3"
        />
      )}
      {isOpen && hasOld ? (
        <g fill="none" stroke="var(--st-old)" strokeWidth={1.75}>
          <rect x={x - 9} y={middle - 9} width={18} height={18} rx={1.5} fill="var(--st-old-fill)" />
          <rect x={x - 23} y={middle - 9} width={18} height={18} rx={1.5} opacity={0.4} />
          <rect x={x - 34} y={middle - 9} width={18} height={18} rx={1.5} opacity={0.18} />
        </g>
      ) : (
        <Arrow from={x - 40} to={x - 10} y={middle} />
      )}
      <text
        x={x - (isOpen ? 12 : 8)}
        y={middle - (isOpen ? 18 : 12)}
        fontSize={11.5}
        fontWeight={600}
        textAnchor="end"
        fill={isRed ? FAILING : "var(--ink)"}
      >
        {words.word}
      </text>
      <text
        x={x - (isOpen ? 12 : 8)}
        y={middle + (isOpen ? 26 : 20)}
        fontSize={11.5}
        fontWeight={isRed ? 600 : 400}
        textAnchor="end"
        fill={isRed ? FAILING : "var(--ink-2)"}
      >
        {words.more}
      </text>
      <Arrow from={tray.right + 4} to={tray.right + 28} y={middle} />
    </g>
  );
}
