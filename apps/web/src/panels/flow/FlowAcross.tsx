import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../../data/cell/palette.ts";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import type { CountBar } from "../../data/lanes/count-bars.ts";
import { inLane } from "../../data/lanes/count-lanes.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import type { FlowLayout } from "../../draw/flow/flow-layout.ts";
import { type FlowScene, flowScene } from "../../draw/flow/flow-scene.ts";
import { FlowBudget } from "./FlowBudget.tsx";
import { FlowBudgetGate } from "./FlowBudgetGate.tsx";
import { FlowCanvas } from "./FlowCanvas.tsx";
import { FlowLaneHeads } from "./FlowLaneHeads.tsx";
import { FlowStill } from "./FlowStill.tsx";
import css from "./flow.module.css";

interface FlowAcrossProps {
  readonly record: DaemonSetRecord;
  readonly board: LaneAssignment;
  /** The hovered count: lanes that it excludes are dimmed. */
  readonly hot: CountBar | undefined;
  readonly gate: BudgetGate;
  readonly layout: FlowLayout;
  readonly palette: Palette;
  readonly nowMs: number;
  readonly fillOf: (node: string) => number | undefined;
  readonly motion: "fade" | "trace" | "none";
}

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
function FlowMeter({ record, gate, nodesPerDot, left, top, right }: FlowMeterProps) {
  const { t } = useTranslation();
  return (
    <div className={css.meter} data-meter style={{ transform: `translate(${left}px, ${top}px)`, width: Math.max(0, right - left) }}>
      <FlowBudget record={record} gate={gate} />
      {nodesPerDot > 1 && <span className="i3">{t("rollout.meter.perDot", { dots: nodesPerDot })}</span>}
    </div>
  );
}

/** The lanes from left to right. A dot is one node, or `nodesPerDot` nodes. */
export function FlowAcross({ record, board, hot, gate, layout, palette, nowMs, fillOf, motion }: FlowAcrossProps) {
  const { lanes } = board;
  const free = gate.kind === "open" ? gate.free : 0;
  const scene = useMemo<FlowScene>(() => flowScene({ board, layout, freePlaces: free, fillOf }), [board, layout, free, fillOf]);
  const isLit = useCallback((lane: LaneId) => hot === undefined || hot.shares[lane].count > 0, [hot]);
  const { tray } = layout;
  if (motion === "trace") return <FlowStill record={record} layout={layout} lanes={lanes} gate={gate} nowMs={nowMs} />;
  return (
    <div className={css.lanes} style={{ height: layout.height }}>
      <svg className={css.drawing} width={layout.width} height={layout.height} aria-hidden="true">
        <rect x={tray.left} y={tray.top} width={tray.right - tray.left} height={tray.bottom - tray.top} fill="var(--bg-1)" />
        <path
          d={`M${tray.left},${tray.top}H${tray.right}V${tray.bottom}H${tray.left}`}
          fill="none"
          stroke="var(--line-3)"
          strokeWidth={1.5}
          {...(gate.kind === "byHand" ? { strokeDasharray: "4 4" } : {})}
        />
        {layout.columns
          .filter((column, index) => column.inTray && layout.columns[index - 1]?.inTray === true)
          .map((column) => (
            <path key={column.lane} d={`M${column.x - 8},${layout.lanesTop + 4}V${tray.bottom - 6}`} stroke="var(--line-2)" />
          ))}
        <FlowBudgetGate gate={gate} layout={layout} nowMs={nowMs} hasOld={inLane(lanes, "old") > 0} />
      </svg>
      <FlowLaneHeads layout={layout} lanes={lanes} record={record} nowMs={nowMs} />
      <FlowCanvas scene={scene} palette={palette} isLit={isLit} animate={motion === "fade"} />
      <FlowMeter record={record} gate={gate} nodesPerDot={layout.nodesPerDot} left={tray.left} top={tray.bottom + 6} right={layout.right} />
    </div>
  );
}
