import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useCallback, useMemo } from "react";
import type { Palette } from "../../data/cell/palette.ts";
import { budgetGateOf } from "../../data/lanes/budget-gate.ts";
import type { CountBar } from "../../data/lanes/count-bars.ts";
import { isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { byLane, type LaneId } from "../../data/lanes/lanes.ts";
import { type FlowLayout, layoutFlow } from "../../draw/flow/flow-layout.ts";
import { type FlowScene, flowScene } from "../../draw/flow/flow-scene.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { useMedia } from "../../ui/theme/use-media.ts";
import { FlowBudgetGate } from "./FlowBudgetGate.tsx";
import { FlowCanvas } from "./FlowCanvas.tsx";
import { FlowLaneHeads } from "./FlowLaneHeads.tsx";
import { FlowNarrow } from "./FlowNarrow.tsx";
import css from "./flow.module.css";

interface RolloutStageProps {
  readonly record: DaemonSetRecord;
  readonly board: LaneAssignment;
  /** The hovered count: lanes that it excludes are dimmed. */
  readonly hot: CountBar | undefined;
  readonly width: number;
  readonly palette: Palette;
  readonly nowMs: number;
  readonly fillOf: (node: string) => number | undefined;
  readonly motion: ChangeMotion;
}

/** Heights of the stage, as in the stylesheet, CSS pixels. */
const STAGE_HEIGHT = 120;
const LOW_STAGE_HEIGHT = 112;

/** The nodes in progress: lanes from left to right, or from top to bottom if the width is too small. The tray
 *  contains the lanes that use the budget. */
export function RolloutStage(props: RolloutStageProps) {
  const { record, board, width } = props;
  const height = useMedia("(max-height: 860px)") ? LOW_STAGE_HEIGHT : STAGE_HEIGHT;
  const layout = useLayout(record, board, width, height);
  if (layout === undefined) return <FlowNarrow {...props} lanes={board.lanes} />;
  return <FlowAcross {...props} layout={layout} />;
}

/** The layout for the highest count of each tray lane during this revision, so that dots keep their size while nodes
 *  pass. */
function useLayout({ budget }: DaemonSetRecord, { lanes, peaks }: LaneAssignment, width: number, height: number): FlowLayout | undefined {
  const { counts, total } = lanes;
  const surge = budget.kind === "maxSurge";
  const places = budget.kind === "none" ? 0 : budget.allowed;
  return useMemo(() => {
    const held = byLane((lane) => (isUnboundedLane(lane) ? counts[lane] : peaks.counts[lane]));
    const steady = layoutFlow({ counts: held, total, places, surge }, width, height);
    return steady === undefined || steady.nodesPerDot === 1 ? steady : layoutFlow({ counts, total, places, surge }, width, height);
  }, [counts, total, peaks, places, surge, width, height]);
}

/** The lanes from left to right. A dot is one node, or `nodesPerDot` nodes. */
function FlowAcross({ record, board, hot, layout, palette, nowMs, fillOf, motion }: RolloutStageProps & { readonly layout: FlowLayout }) {
  const { lanes } = board;
  const gate = budgetGateOf(record);
  const free = gate.kind === "open" ? gate.free : 0;
  const scene = useMemo<FlowScene>(() => flowScene({ board, layout, freePlaces: free, fillOf }), [board, layout, free, fillOf]);
  const isLit = useCallback((lane: LaneId) => hot === undefined || hot.shares[lane].count > 0, [hot]);
  const { tray, width, height, exit } = layout;
  return (
    <>
      <svg className={css.drawing} width={width} height={height} aria-hidden="true">
        <path
          d={`M${tray.left},0.75H${tray.right - 4}q4,0 4,4V${height - 4.75}q0,4 -4,4H${tray.left}`}
          fill="var(--bg-1)"
          stroke="var(--line-3)"
          strokeWidth={1.5}
          {...(gate.kind === "byHand" ? { strokeDasharray: "4 4" } : {})}
        />
        {layout.columns
          .filter(({ inTray, x }) => inTray && x > tray.left)
          .map(({ lane, x }) => (
            <path key={lane} d={`M${x + 0.5},1.5V${height - 1.5}`} stroke="var(--line-2)" />
          ))}
        <FlowBudgetGate gate={gate} layout={layout} nowMs={nowMs} />
        <path d={`M${exit - 2},${height / 2 - 4}l4,4l-4,4`} stroke="var(--ink-2)" strokeWidth={1.5} fill="none" />
      </svg>
      <FlowLaneHeads layout={layout} lanes={lanes} record={record} nowMs={nowMs} />
      <FlowCanvas scene={scene} palette={palette} isLit={isLit} animate={motion === "fade"} />
    </>
  );
}
