import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { inLane, type Lanes } from "../../data/lanes/count-lanes.ts";
import { flowLanesOf } from "../../data/lanes/flow-lanes.ts";
import { budgetGateText, laneName } from "../../data/lanes/flow-text.ts";
import { laneFill } from "../../data/lanes/lane-fill.ts";
import { byLane, type LaneId } from "../../data/lanes/lanes.ts";
import { layoutNarrow, type NarrowLayout } from "../../draw/flow/narrow-layout.ts";
import { countText } from "../../words/format/figures.ts";
import { FlowPatterns } from "./FlowPatterns.tsx";
import css from "./flow.module.css";

interface FlowNarrowProps {
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly gate: BudgetGate;
  readonly width: number;
  readonly nowMs: number;
}

/** Heights in CSS pixels. */
const ROW = 31;
const HEAD = 4;
const GATE = 24;
const EXIT = 12;

/** Places each lane from top to bottom, and the tray around its lanes. */
function placeRows(shown: ReturnType<typeof flowLanesOf>) {
  const tops = new Map<LaneId, number>();
  let y = HEAD;
  shown.forEach(({ lane, inTray }, index) => {
    const wasInTray = shown[index - 1]?.inTray === true;
    if (inTray && !wasInTray) y += GATE;
    if (!inTray && wasInTray) y += EXIT;
    tops.set(lane, y);
    y += ROW;
  });
  const trayTops = shown.filter((each) => each.inTray).map((each) => tops.get(each.lane) ?? 0);
  const trayTop = trayTops[0] ?? HEAD;
  const trayBottom = (trayTops.at(-1) ?? HEAD) + ROW;
  return { tops, height: y + 4, trayTop, trayBottom };
}

/** The flow for a narrow page: lanes from top to bottom, and the gate as a horizontal bar. */
export function FlowNarrow({ lanes, record, gate, width, nowMs }: FlowNarrowProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const surge = record.budget.kind === "maxSurge";
  const shown = flowLanesOf({ counts: byLane((lane) => inLane(lanes, lane)), places: record.budget.allowed, surge });
  const layout = layoutNarrow(
    shown.map(({ lane }) => ({ lane, count: inLane(lanes, lane) })),
    surge,
    width,
    t,
  );
  const { bars, right } = layout;
  const { tops, height, trayTop, trayBottom } = placeRows(shown);
  const inTray = shown.filter((each) => each.inTray).reduce((sum, each) => sum + inLane(lanes, each.lane), 0);
  const places = Math.max(1, record.budget.allowed, inTray);
  return (
    <div className={css.narrow}>
      <svg width={width} height={height} aria-hidden="true">
        <FlowPatterns id={patterns} />
        <rect x={-8} y={trayTop - 2} width={right + 2} height={trayBottom - trayTop + 2} fill="var(--bg-1)" />
        <path d={`M-8,${trayTop - 2}V${trayBottom}H${right - 6}V${trayTop - 2}`} fill="none" stroke="var(--line-3)" strokeWidth={1.5} />
        <NarrowGate gate={gate} record={record} width={right} y={trayTop} nowMs={nowMs} />
        {shown.map(({ lane, inTray: isHeld }) => {
          const top = tops.get(lane) ?? 0;
          const count = inLane(lanes, lane);
          const barWidth = count === 0 ? 0 : Math.max(3, (count / (isHeld ? places : Math.max(1, lanes.total))) * bars.room);
          return (
            <g key={lane}>
              <text x={layout.countRight} y={top + 20} fontSize={15} fontWeight={600} textAnchor="end" fill="var(--ink)">
                {countText(count)}
              </text>
              <text x={layout.nameLeft} y={top + 20} fontSize={12.5} fill="var(--ink)">
                {laneName(lane, surge, t)}
              </text>
              {lane === "created" ? (
                <CreatedBar lanes={lanes} bars={bars} top={top} width={barWidth} patterns={patterns} />
              ) : (
                <rect x={bars.left} width={barWidth} {...barPlace(bars, top)} {...laneFill(lane, patterns)} />
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** The gate as a bar across the top of the tray, with its text. `width` is that of the tray. */
function NarrowGate({
  gate,
  record,
  width,
  y,
  nowMs,
}: Pick<FlowNarrowProps, "gate" | "record" | "nowMs"> & { readonly width: number; readonly y: number }) {
  const { t } = useTranslation();
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  const words = budgetGateText(gate, nowMs, t);
  return (
    <>
      {gate.kind === "open" ? (
        <path d={`M-8,${y - 3}H${width / 2 - 14}M${width / 2 + 14},${y - 3}H${width - 6}`} stroke="var(--ink)" strokeWidth={4} />
      ) : (
        <path
          d={`M-11,${y - 3}H${width - 3}`}
          stroke={isRed ? "var(--st-failing)" : "var(--ink)"}
          strokeWidth={6}
          {...(gate.kind === "byHand" ? { strokeDasharray: "7 5" } : {})}
        />
      )}
      <text x={0} y={y - 12} fontSize={11.5} fontWeight={600} fill={isRed ? "var(--text-failing)" : "var(--ink-2)"}>
        {[
          // The used count implies the free count.
          t("rollout.gate.reportedNarrow", gate.kind === "open" ? { ...words, more: "" } : words).trimEnd(),
          ...(record.budget.kind === "none" ? [] : [t("rollout.gate.used", { used: record.budget.used, allowed: record.budget.allowed })]),
        ].join(t("rollout.comma"))}
      </text>
    </>
  );
}

/** Height and upper edge of a lane's bar. */
const barPlace = ({ place }: NarrowLayout["bars"], top: number) =>
  place === "beside" ? { y: top + 11, height: 10 } : { y: top + 24, height: 4 };

function CreatedBar({
  lanes,
  bars,
  top,
  width,
  patterns,
}: {
  readonly lanes: Lanes;
  readonly bars: NarrowLayout["bars"];
  readonly top: number;
  readonly width: number;
  readonly patterns: string;
}) {
  const total = inLane(lanes, "created");
  const parts = [
    { count: lanes.created.failing, fill: "var(--st-failing)", stroke: "none" },
    { count: lanes.created.pending, fill: `url(#${patterns}pending)`, stroke: "var(--st-starting)" },
    { count: lanes.created.starting, fill: `url(#${patterns}starting)`, stroke: "var(--st-starting)" },
  ].filter((part) => part.count > 0);
  let x = bars.left;
  return parts.map(({ count, fill, stroke }) => {
    const partWidth = Math.max(2, (count / total) * width);
    const from = x;
    x += partWidth + 1.5;
    return <rect key={fill} x={from} width={partWidth} {...barPlace(bars, top)} fill={fill} stroke={stroke} />;
  });
}
