import { type FlowShape, flowLanesOf, isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import { type ByLane, byLane, type LaneId } from "../../data/lanes/lanes.ts";
import { type Raster, rowPitchOf, TANK_RASTERS, TRAY_RASTERS } from "./flow-rasters.ts";

/** A lane as a column: its position in CSS pixels and the raster of its dots. */
export interface LaneColumn {
  readonly lane: LaneId;
  readonly x: number;
  readonly width: number;
  /** Left end of the dots and of the text. */
  readonly left: number;
  readonly size: number;
  readonly pitch: number;
  readonly rowPitch: number;
  /** Dots fill columns of this number of rows, or lines of `perLine` if that is given. */
  readonly rows: number;
  readonly perLine?: number | undefined;
  /** A node is drawn as two dots, the new pod above the old one. */
  readonly pairs: boolean;
  /** Between the gate and the exit: its nodes spend the budget. */
  readonly inTray: boolean;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly dotsTop: number;
  readonly columns: readonly LaneColumn[];
  /** The tray has the height of the drawing. */
  readonly tray: { readonly left: number; readonly right: number };
  /** Center of the arrow from the tray to the available nodes. */
  readonly exit: number;
  /** Number of nodes for one dot. */
  readonly nodesPerDot: number;
}

/** Below this width, lanes are rows. */
export const LEAST_FLOW_WIDTH = 760;
const NARROW_WIDTH = 900;
const DOTS_TOP = 48;
const DOTS_MARGIN = 4;
const GATE_WIDTH = 56;
const LANE_PADDING = 12;
/** Part of the tray that lanes after it take, if the new pod starts first. */
const AFTER_TRAY = 0.34;
/** Widths of the lanes of the tray, relative to each other. */
const SHARES: ByLane<number> = { ...byLane(() => 1), gap: 0.85, created: 1.5 };
/** With more nodes, a dot stands for several nodes. */
const MAX_DOTS = 5000;
const niceSteps = function* (): Generator<number> {
  for (let power = 1; ; power *= 10) for (const step of [1, 2, 5]) yield step * power;
};

interface Slot {
  readonly lane: LaneId;
  readonly inTray: boolean;
  readonly x: number;
  readonly width: number;
}

/** Places lanes between two edges, by their shares. */
function slotsBetween(lanes: readonly { readonly lane: LaneId; readonly inTray: boolean }[], from: number, to: number): readonly Slot[] {
  const all = lanes.reduce((sum, { lane }) => sum + SHARES[lane], 0);
  let at = 0;
  return lanes.map((each) => {
    const x = Math.round(from + ((to - from) * at) / all);
    at += SHARES[each.lane];
    return { ...each, x, width: Math.round(from + ((to - from) * at) / all) - x };
  });
}

/** Places the lanes of a drawing. Their edges depend on its width alone, so that no lane moves in a rollout. */
function placeLanes(shape: FlowShape, width: number) {
  const isNarrow = width < NARROW_WIDTH;
  const old = isNarrow ? 120 : 176;
  const fresh = Math.floor(width * (isNarrow ? 0.22 : 0.24));
  const exit = isNarrow ? 32 : 40;
  const left = old + GATE_WIDTH;
  const end = width - fresh - exit;
  const right = shape.surge ? Math.round(end - (end - left) * AFTER_TRAY) : end;
  const between = flowLanesOf(shape).filter(({ lane }) => !isUnboundedLane(lane));
  return {
    tray: { left, right },
    exit: width - fresh - exit / 2,
    slots: [
      { lane: "old" as const, inTray: false, x: -LANE_PADDING, width: old + LANE_PADDING },
      ...slotsBetween(
        between.filter(({ inTray }) => inTray),
        left,
        right,
      ),
      ...slotsBetween(
        between.filter(({ inTray }) => !inTray),
        right,
        end,
      ),
      { lane: "available" as const, inTray: false, x: width - fresh - LANE_PADDING, width: fresh + LANE_PADDING },
    ],
  };
}

/** Returns how many dots fit in a line and in a column. */
function roomOf(slot: Slot, { size, pitch }: Raster, height: number, pairs: boolean) {
  const rowPitch = rowPitchOf(size, pitch, pairs);
  const gap = pitch - size;
  return {
    perLine: Math.max(1, Math.floor((slot.width - LANE_PADDING - (slot.inTray ? 4 : 0) + gap) / pitch)),
    rows: Math.max(1, Math.floor((height + gap) / rowPitch)),
    rowPitch,
  };
}

/** Returns the largest raster with which each slot has room for its number of dots. */
function rasterFor(rasters: readonly Raster[], needs: readonly (readonly [Slot, number])[], height: number, surge: boolean) {
  return rasters.find((raster) =>
    needs.every(([slot, dots]) => {
      const { perLine, rows } = roomOf(slot, raster, height, surge && slot.inTray);
      return perLine * rows >= dots;
    }),
  );
}

/** Returns the columns of the flow for a drawing of `width` × `height` CSS pixels, or undefined if the lanes do not fit
 *  side by side. Prefers the largest dots with which all nodes fit into each of the two unbounded lanes, and the
 *  whole budget into each lane of the tray, so that dots keep their size in a rollout. Otherwise takes the largest
 *  dots that fit now, otherwise one dot for k nodes (k from 1, 2, 5, 10, 20…). Pure: equal counts give equal places. */
export function layoutFlow(shape: FlowShape, width: number, height: number): FlowLayout | undefined {
  if (width < LEAST_FLOW_WIDTH) return undefined;
  const { counts, total, places, surge } = shape;
  const { slots, tray, exit } = placeLanes(shape, width);
  const dotsHeight = height - DOTS_TOP - DOTS_MARGIN;
  const tanks = slots.filter(({ lane }) => isUnboundedLane(lane));
  const inTray = slots.filter(({ lane }) => !isUnboundedLane(lane));
  for (const nodesPerDot of niceSteps()) {
    const dots = (nodes: number) => Math.ceil(nodes / nodesPerDot);
    const isLast = nodesPerDot > Math.max(total, places);
    if (dots(total) > MAX_DOTS) continue;
    const find = (rasters: readonly Raster[], of: readonly Slot[], most: number) =>
      rasterFor(
        rasters,
        of.map((slot) => [slot, dots(Math.max(most, counts[slot.lane]))]),
        dotsHeight,
        surge,
      ) ??
      rasterFor(
        rasters,
        of.map((slot) => [slot, dots(counts[slot.lane])]),
        dotsHeight,
        surge,
      ) ??
      (isLast ? rasters.at(-1) : undefined);
    const tank = find(TANK_RASTERS, tanks, total);
    const small = find(TRAY_RASTERS, inTray, places);
    if (tank === undefined || small === undefined) continue;
    const columns = slots.map((slot): LaneColumn => {
      const raster = isUnboundedLane(slot.lane) ? tank : small;
      const pairs = surge && slot.inTray;
      const { perLine, rows, rowPitch } = roomOf(slot, raster, dotsHeight, pairs);
      return {
        ...slot,
        left: slot.x + LANE_PADDING,
        size: raster.size,
        pitch: raster.pitch,
        rowPitch,
        rows,
        // Few large dots read as lines. Many small dots fill columns, which are drawn in one step.
        perLine: raster.size >= ACROSS_FROM ? perLine : undefined,
        pairs,
      };
    });
    return { width, height, dotsTop: DOTS_TOP, columns, tray, exit, nodesPerDot };
  }
  return undefined;
}

/** Dots of this size fill lines instead of columns. */
const ACROSS_FROM = 7;

/** Returns the upper left corner of dot `index` of a lane. */
export function dotPlace(
  layout: Pick<FlowLayout, "dotsTop">,
  { left, pitch, rowPitch, rows, perLine }: LaneColumn,
  index: number,
): { readonly x: number; readonly y: number } {
  const [across, down] = perLine === undefined ? [Math.floor(index / rows), index % rows] : [index % perLine, Math.floor(index / perLine)];
  return { x: left + across * pitch, y: layout.dotsTop + down * rowPitch };
}
