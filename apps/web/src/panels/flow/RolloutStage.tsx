import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { budgetGateOf } from "../../data/lanes/budget-gate.ts";
import type { CountBar } from "../../data/lanes/count-bars.ts";
import { inLane, type Lanes } from "../../data/lanes/count-lanes.ts";
import { isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import { budgetGateText, laneFoot, laneName } from "../../data/lanes/flow-text.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { byLane, LANES, type LaneId } from "../../data/lanes/lanes.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { type FlowLayout, layoutFlow } from "../../draw/flow/flow-layout.ts";
import { FlowPainter } from "../../draw/flow/flow-painter.ts";
import { type FlowScene, flowScene } from "../../draw/flow/flow-scene.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useMedia } from "../../ui/theme/use-media.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./flow.module.css";
import { LastRollout } from "./LastRollout.tsx";

interface FlowNarrowProps {
  readonly lanes: Lanes;
  readonly board: LaneAssignment;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly fillOf: (node: string) => number | undefined;
}

/** Cells that fit next to a name on a phone. The number of cells that do not fit has the place of the last one. */
const MAX_CELLS = 8;

/** Lanes of the tray that contain a node. */
const usedLanes = (lanes: Lanes) => LANES.filter((lane) => !isUnboundedLane(lane) && inLane(lanes, lane) > 0);

/** The tray on a narrow page: lanes with nodes in progress from top to bottom, and the gate above them. */
function FlowNarrow({ lanes, board, record, nowMs, fillOf }: FlowNarrowProps) {
  const { t } = useTranslation();
  const gate = budgetGateOf(record);
  const { word, more } = budgetGateText(gate, nowMs, t);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  const surge = record.budget.kind === "maxSurge";
  const used = usedLanes(lanes);
  return (
    // A key, so that a lane that ends does not move the others.
    <div key={used.join()} className={classes(css.narrow, isRed && css.blocked)} aria-hidden="true">
      {used.map((lane) => {
        const rows = board.rows[lane];
        const shown = rows.length > MAX_CELLS ? rows.slice(0, MAX_CELLS - 1) : rows;
        return (
          <div key={lane} data-head={lane}>
            <b>{countText(inLane(lanes, lane))}</b>
            <span className="ell">{laneName(lane, surge, t)}</span>
            {shown.map((row) => (
              <CellSwatch key={row} look={cellStyleOf(board.bytes[row] ?? 0, undefined, [], fillOf(board.names[row] ?? ""))} size={16} />
            ))}
            {shown.length < rows.length && <small>+{countText(rows.length - shown.length)}</small>}
          </div>
        );
      })}
      <p data-tone={isRed ? "bad" : undefined}>
        <b>{word}</b> {more}
      </p>
    </div>
  );
}

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
function FlowBudgetGate({ gate, layout, nowMs }: FlowGateProps) {
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
        <path d={`M${x - 7},-4V${height + 4}`} stroke="var(--st-failing)" strokeWidth={1.5} strokeDasharray="5 3" />
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
  // Under OnDelete the tray is empty until a user deletes a pod.
  if (record.budget.kind === "none" && usedLanes(board.lanes).length === 0) return <LastRollout record={record} nowMs={props.nowMs} />;
  if (layout !== undefined) return <FlowAcross {...props} layout={layout} />;
  return <FlowNarrow {...props} lanes={board.lanes} />;
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

interface FlowCanvasProps {
  readonly scene: FlowScene;
  readonly palette: Palette;
  readonly isLit: (lane: LaneId) => boolean;
  readonly animate: boolean;
}

/** The dots of the flow. Lane counts are text outside the canvas. */
function FlowCanvas({ scene, palette, isLit, animate }: FlowCanvasProps) {
  const still = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const painter = useRef<FlowPainter>(undefined);
  useLayoutEffect(() => {
    if (still.current === null || moving.current === null) return;
    painter.current ??= new FlowPainter(still.current, moving.current);
    painter.current.show(scene, palette, isLit, animate && !document.hidden);
  }, [scene, palette, isLit, animate]);
  useEffect(
    () => () => {
      painter.current?.stop();
      painter.current = undefined;
    },
    [],
  );
  return (
    <>
      <canvas ref={still} className={css.dots} aria-hidden="true" />
      <canvas ref={moving} className={css.dots} aria-hidden="true" />
    </>
  );
}

interface FlowLaneHeadsProps {
  readonly layout: FlowLayout;
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** Count, name and one small line over each lane. A narrow lane truncates them. The list of lanes has the same text for
 *  screen readers. */
function FlowLaneHeads({ layout, lanes, record, nowMs }: FlowLaneHeadsProps) {
  const { t } = useTranslation();
  const surge = record.budget.kind === "maxSurge";
  return (
    <div aria-hidden="true">
      {layout.columns.map(({ lane, x, left, width }) => {
        const foot = laneFoot(lane, lanes, record, nowMs, t);
        const count = inLane(lanes, lane);
        return (
          <div
            key={lane}
            className={classes(css.laneHead, count === 0 && css.empty)}
            data-lane-head
            style={{ transform: `translateX(${left}px)`, width: width - (left - x) - 4 }}
            data-head={lane}
          >
            <b>{countText(count)}</b> <span>{laneName(lane, surge, t)}</span>
            <small className="ell" title={foot}>
              {foot}
            </small>
          </div>
        );
      })}
    </div>
  );
}
