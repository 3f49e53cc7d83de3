import { type FlowShape, flowLanesOf, isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import { type ByLane, LANES, type LaneId } from "../../data/lanes/lanes.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { HIGH_RASTERS, RASTERS, type Raster, rowPitchOf } from "./flow-rasters.ts";
import { type LaneHeads, laneHeadWidth } from "./lane-head-width.ts";

/** A lane as a column: its position in CSS pixels and the raster of its dots. */
export interface LaneColumn {
  readonly lane: LaneId;
  readonly x: number;
  readonly width: number;
  /** Left end of the dots, and of the head and foot texts. */
  readonly left: number;
  readonly size: number;
  readonly pitch: number;
  readonly rowPitch: number;
  readonly rows: number;
  /** A node is drawn as two dots, the new pod above the old one. */
  readonly pairs: boolean;
  /** Between the gate and the exit: its nodes spend the budget. */
  readonly inTray: boolean;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly lanesTop: number;
  readonly heads: LaneHeads;
  readonly dotsTop: number;
  readonly dotsHeight: number;
  readonly columns: readonly LaneColumn[];
  readonly tray: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** Number of nodes for one dot. */
  readonly nodesPerDot: number;
  /** Left and right end of the lanes. */
  readonly left: number;
  readonly right: number;
}

const LANES_TOP = 8;
const HEAD_HEIGHT: Readonly<Record<LaneHeads, number>> = { beside: 42, under: 58 };
const FOOT_HEIGHT = 34;
const GATE_WIDTH = 62;
const EXIT_WIDTH = 36;
const LANE_PADDING = 14;
const TRAY_INSET = 4;

/** Share of the free width that each lane gets, relative to the shares of the shown lanes. */
const SLACK_SHARE: ByLane<number> = {
  old: 0.16,
  oldUnavailable: 0.1,
  terminating: 0.12,
  gap: 0.1,
  created: 0.22,
  ready: 0.16,
  available: 0.24,
};

interface Form {
  readonly heads: LaneHeads;
  readonly raster: Raster;
}

const formsOf = (rasters: readonly Raster[]): readonly Form[] =>
  (["beside", "under"] as const).flatMap((heads) => rasters.map((raster) => ({ heads, raster })));
const heightOf = ({ heads, raster }: Form): number => HEAD_HEIGHT[heads] + raster.height;

/** Forms to try, best first: the largest dots first. Among the smallest, the lowest first, because the flow takes
 *  height from the nodes below it. */
const FORMS = [...formsOf(RASTERS), ...formsOf(HIGH_RASTERS).toSorted((a, b) => heightOf(a) - heightOf(b))];

/** With more nodes, a dot stands for several nodes. */
const MAX_DOTS = 5000;
const niceSteps = function* (): Generator<number> {
  for (let power = 1; ; power *= 10) for (const step of [1, 2, 5]) yield step * power;
};

interface Candidate extends Form {
  readonly nodesPerDot: number;
}

const total = (counts: ByLane<number>): number => LANES.reduce((sum, lane) => sum + counts[lane], 0);
const sum = (widths: readonly number[]): number => widths.reduce((sum, each) => sum + each, 0);

/** Returns the head width of each lane, in the order of `flowLanesOf`. Head widths do not depend on the
 *  lane of a node, so that lanes keep their widths while nodes pass. */
function headWidths(shape: FlowShape, heads: LaneHeads, t: Translate): readonly number[] {
  const { counts, places, surge } = shape;
  return flowLanesOf(shape).map(({ lane }) =>
    laneHeadWidth(lane, isUnboundedLane(lane) ? total(counts) : Math.max(places, counts[lane]), surge, heads, t),
  );
}

function widthsOf(shape: FlowShape, { raster, nodesPerDot }: Candidate, inTray: number, headWidth: readonly number[]): readonly number[] {
  return flowLanesOf(shape).map(({ lane, inTray: isInTray }, index) => {
    const { size, pitch } = isUnboundedLane(lane) ? raster.tank : raster.tray;
    const rows = Math.floor(raster.height / rowPitchOf(size, pitch, shape.surge && isInTray));
    const free = isInTray && lane === (shape.surge ? "created" : "terminating") ? Math.max(0, shape.places - inTray) : 0;
    const dots = Math.ceil((shape.counts[lane] + free) / nodesPerDot);
    return Math.max(Math.ceil(dots / rows) * pitch + LANE_PADDING, headWidth[index] ?? 0);
  });
}

/** Returns the columns of the flow for a page `width` CSS pixels wide, or undefined if the lanes do not fit side by
 *  side. Prefers the largest dots with which all resting nodes fit into one lane, so that the raster is constant
 *  during a rollout. Otherwise takes the largest dots that fit now, otherwise one dot for k nodes (k from 1, 2, 5,
 *  10, 20…). The result is never wider than `width`. Heads are as wide as their words in the language of `t`. Pure:
 *  equal counts give equal places. */
export function layoutFlow(shape: FlowShape, width: number, t: Translate): FlowLayout | undefined {
  const shown = flowLanesOf(shape);
  const all = total(shape.counts);
  const trayMargins = shown.some((each) => each.inTray) ? GATE_WIDTH + EXIT_WIDTH : 0;
  const room = width - trayMargins;
  const widthsOfHeads = { under: headWidths(shape, "under", t), beside: headWidths(shape, "beside", t) };
  if (sum(widthsOfHeads.under) > room) return undefined;
  const inTray = sum(shown.filter((each) => each.inTray).map(({ lane }) => shape.counts[lane]));
  const places = Math.max(shape.places, inTray);
  const allInOneLane = { ...shape, counts: { ...shape.counts, old: 0, available: shape.counts.old + shape.counts.available } };
  for (const nodesPerDot of niceSteps()) {
    if (all / nodesPerDot > MAX_DOTS) continue;
    for (const worst of [allInOneLane, shape])
      for (const form of FORMS) {
        if (places / nodesPerDot > form.raster.maxPlaces) continue;
        const candidate = { ...form, nodesPerDot };
        const widths = widthsOf(shape, candidate, inTray, widthsOfHeads[form.heads]);
        if (sum(widths) > room || sum(widthsOf(worst, candidate, inTray, widthsOfHeads[form.heads])) > room) continue;
        return placeColumns({ ...candidate, shown, widths, slack: room - sum(widths), width, surge: shape.surge });
      }
    if (nodesPerDot > Math.max(all, places)) return undefined;
  }
  return undefined;
}

interface Fit extends Candidate {
  readonly shown: readonly { readonly lane: LaneId; readonly inTray: boolean }[];
  readonly widths: readonly number[];
  readonly slack: number;
  readonly width: number;
  readonly surge: boolean;
}

function placeColumns({ shown, widths, slack, raster, heads, nodesPerDot, width, surge }: Fit): FlowLayout {
  const shares = shown.reduce((sum, { lane }) => sum + SLACK_SHARE[lane], 0);
  const columns: LaneColumn[] = [];
  let at = 0;
  shown.forEach(({ lane, inTray }, index) => {
    const before = shown[index - 1];
    if (inTray && before?.inTray !== true) at += GATE_WIDTH;
    if (!inTray && before?.inTray === true) at += EXIT_WIDTH;
    const x = Math.floor(at);
    const laneWidth = Math.floor((widths[index] ?? 0) + (slack * SLACK_SHARE[lane]) / shares);
    const { size, pitch } = isUnboundedLane(lane) ? raster.tank : raster.tray;
    const isFirstInTray = inTray && before?.inTray !== true;
    const left = isFirstInTray ? x + TRAY_INSET : x;
    const pairs = surge && inTray;
    const rowPitch = rowPitchOf(size, pitch, pairs);
    columns.push({ lane, x, width: laneWidth, left, size, pitch, rowPitch, rows: Math.floor(raster.height / rowPitch), pairs, inTray });
    at = x + laneWidth;
  });
  const lanesTop = LANES_TOP;
  const dotsTop = lanesTop + HEAD_HEIGHT[heads];
  const trayColumns = columns.filter((column) => column.inTray);
  const last = columns.at(-1);
  const lastTrayColumn = trayColumns.at(-1);
  return {
    width,
    height: dotsTop + raster.height + FOOT_HEIGHT,
    lanesTop,
    heads,
    dotsTop,
    dotsHeight: raster.height,
    columns,
    tray: {
      left: (trayColumns[0]?.x ?? 0) - 8,
      right: (lastTrayColumn?.x ?? 0) + (lastTrayColumn?.width ?? 0),
      top: lanesTop - 4,
      bottom: dotsTop + raster.height + 8,
    },
    nodesPerDot,
    left: 0,
    right: (last?.x ?? 0) + (last?.width ?? 0),
  };
}

/** Returns the upper left corner of dot `index` of a lane. */
export function dotPlace(
  layout: Pick<FlowLayout, "dotsTop">,
  column: LaneColumn,
  index: number,
): { readonly x: number; readonly y: number } {
  return {
    x: column.left + Math.floor(index / column.rows) * column.pitch,
    y: layout.dotsTop + (index % column.rows) * column.rowPitch,
  };
}
