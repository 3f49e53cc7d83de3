import { type ByLane, byLane, LANES, type LaneId } from "./lanes.ts";

/** A lane as a column: its place in CSS pixels and the raster of its dots. */
export interface LaneColumn {
  readonly lane: LaneId;
  readonly x: number;
  readonly width: number;
  /** Where the dots start; head and foot texts too. */
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
  /** Upper edges: of bracket i it is `bracketsTop + i * bracketHeight`. */
  readonly bracketsTop: number;
  readonly bracketHeight: number;
  readonly lanesTop: number;
  readonly dotsTop: number;
  readonly dotsHeight: number;
  readonly columns: readonly LaneColumn[];
  readonly tray: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** One dot stands for so many nodes. */
  readonly nodesPerDot: number;
  /** Left and right end of the brackets. */
  readonly left: number;
  readonly right: number;
}

export interface FlowShape {
  readonly counts: ByLane<number>;
  /** Places of the tray; 0 when there is none. */
  readonly places: number;
  /** Two pods a node come first: terminating and gap spend nothing then. */
  readonly surge: boolean;
}

export const BRACKET_LABEL_WIDTH = 148;
const BRACKET_HEIGHT = 19;
const BRACKETS_TOP = 2;
const BRACKETS = 5;
const HEAD_HEIGHT = 42;
const FOOT_HEIGHT = 34;
const GATE_WIDTH = 58;
const EXIT_WIDTH = 36;
const LANE_PADDING = 14;
const TERMINATING_INSET = 4;

const MIN_WIDTH: ByLane<number> = { old: 150, oldUnavailable: 118, terminating: 120, gap: 76, created: 176, ready: 96, available: 160 };
const SLACK_SHARE: ByLane<number> = {
  old: 0.16,
  oldUnavailable: 0.1,
  terminating: 0.12,
  gap: 0.1,
  created: 0.22,
  ready: 0.16,
  available: 0.24,
};

interface Raster {
  readonly tray: { readonly size: number; readonly pitch: number };
  /** The two available lanes. */
  readonly tank: { readonly size: number; readonly pitch: number };
  /** Height of the dots. */
  readonly height: number;
  readonly maxPlaces: number;
}

const TANKS = [
  { size: 18, pitch: 21 },
  { size: 12, pitch: 14 },
  { size: 9, pitch: 10 },
  { size: 7, pitch: 8 },
  { size: 4, pitch: 5 },
  { size: 2, pitch: 3 },
] as const;

/** Largest first. Up to 60 places the tray has large dots; the tanks are as large as the width allows. */
const RASTERS: readonly Raster[] = [
  ...TANKS.map((tank) => ({ tray: { size: 18, pitch: 21 }, tank, height: 63, maxPlaces: 60 })),
  ...TANKS.slice(3).map((tank) => ({ tray: { size: 7, pitch: 8 }, tank, height: 80, maxPlaces: 1000 })),
];

const MAX_DOTS = 5000;
/** Between the new pod and the old one of a pair. */
export const PAIR_GAP = 2;
const rowPitchOf = (size: number, pitch: number, pairs: boolean): number => (pairs ? size + PAIR_GAP + pitch : pitch);

/** The lanes that are drawn, in order. Old unavailable ones only when there are any; under maxSurge the lanes that spend nothing follow the tray, when they hold a node. */
export function lanesOf({ counts, surge }: FlowShape): readonly { readonly lane: LaneId; readonly inTray: boolean }[] {
  const some = (lane: LaneId, inTray: boolean) => (counts[lane] > 0 ? [{ lane, inTray }] : []);
  if (!surge)
    return [
      { lane: "old", inTray: false },
      ...some("oldUnavailable", true),
      ...(["terminating", "gap", "created", "ready"] as const).map((lane) => ({ lane, inTray: true })),
      { lane: "available", inTray: false },
    ];
  return [
    { lane: "old", inTray: false },
    ...some("oldUnavailable", false),
    { lane: "created", inTray: true },
    { lane: "ready", inTray: true },
    ...some("terminating", false),
    ...some("gap", false),
    { lane: "available", inTray: false },
  ];
}

/** The two lanes that may hold any number of nodes; all others spend places. */
export const isTank = (lane: LaneId): boolean => lane === "old" || lane === "available";

const niceSteps = function* (): Generator<number> {
  for (let power = 1; ; power *= 10) for (const step of [1, 2, 5]) yield step * power;
};

function widthsOf(shape: FlowShape, raster: Raster, nodesPerDot: number, inTray: number): readonly number[] {
  return lanesOf(shape).map(({ lane, inTray: held }) => {
    const { size, pitch } = isTank(lane) ? raster.tank : raster.tray;
    const rows = Math.floor(raster.height / rowPitchOf(size, pitch, shape.surge && held));
    const free = held && lane === (shape.surge ? "created" : "terminating") ? Math.max(0, shape.places - inTray) : 0;
    const dots = Math.ceil((shape.counts[lane] + free) / nodesPerDot);
    return Math.max(Math.ceil(dots / rows) * pitch + LANE_PADDING, MIN_WIDTH[lane]);
  });
}

const sum = (widths: readonly number[]): number => widths.reduce((total, each) => total + each, 0);

/** Columns of the flow for a page `width` CSS pixels wide. Takes the largest dots with which all resting nodes would fit into one tank, so that the raster
 *  stays the same from the first to the last node of a rollout; else the largest that fit now; else one dot for k nodes (k from 1, 2, 5, 10, 20…).
 *  Pure; the same counts always give the same places. */
export function layoutFlow(shape: FlowShape, width: number): FlowLayout {
  const shown = lanesOf(shape);
  const room = width - BRACKET_LABEL_WIDTH - GATE_WIDTH - EXIT_WIDTH;
  const total = sum(LANES.map((lane) => shape.counts[lane]));
  const inTray = sum(shown.filter((each) => each.inTray).map(({ lane }) => shape.counts[lane]));
  const places = Math.max(shape.places, inTray);
  const allInOneTank = { ...shape, counts: { ...shape.counts, old: 0, available: shape.counts.old + shape.counts.available } };
  for (const nodesPerDot of niceSteps()) {
    if (total / nodesPerDot > MAX_DOTS) continue;
    for (const worst of [allInOneTank, shape])
      for (const raster of RASTERS) {
        if (places / nodesPerDot > raster.maxPlaces) continue;
        const widths = widthsOf(shape, raster, nodesPerDot, inTray);
        const fits = sum(widthsOf(worst, raster, nodesPerDot, inTray)) <= room && sum(widths) <= room;
        if (fits || total <= nodesPerDot)
          return place({ shown, widths, slack: Math.max(0, room - sum(widths)), raster, nodesPerDot, width, surge: shape.surge });
      }
  }
  throw new Error("unreachable: one dot can stand for all nodes");
}

interface Fit {
  readonly shown: readonly { readonly lane: LaneId; readonly inTray: boolean }[];
  readonly widths: readonly number[];
  readonly slack: number;
  readonly raster: Raster;
  readonly nodesPerDot: number;
  readonly width: number;
  readonly surge: boolean;
}

function place({ shown, widths, slack, raster, nodesPerDot, width, surge }: Fit): FlowLayout {
  const shares = shown.reduce((sum, { lane }) => sum + SLACK_SHARE[lane], 0);
  const columns: LaneColumn[] = [];
  let at = BRACKET_LABEL_WIDTH;
  shown.forEach(({ lane, inTray }, index) => {
    const before = shown[index - 1];
    if (inTray && before?.inTray !== true) at += GATE_WIDTH;
    if (!inTray && before?.inTray === true) at += EXIT_WIDTH;
    const x = Math.round(at);
    const laneWidth = Math.round((widths[index] ?? 0) + (slack * SLACK_SHARE[lane]) / shares);
    const { size, pitch } = isTank(lane) ? raster.tank : raster.tray;
    const first = inTray && before?.inTray !== true;
    const left = first ? x + TERMINATING_INSET : x;
    const pairs = surge && inTray;
    const rowPitch = rowPitchOf(size, pitch, pairs);
    columns.push({ lane, x, width: laneWidth, left, size, pitch, rowPitch, rows: Math.floor(raster.height / rowPitch), pairs, inTray });
    at = x + laneWidth;
  });
  const lanesTop = BRACKETS_TOP + BRACKETS * BRACKET_HEIGHT + 12;
  const held = columns.filter((column) => column.inTray);
  const last = columns.at(-1);
  const lastHeld = held.at(-1);
  return {
    width,
    height: lanesTop + HEAD_HEIGHT + raster.height + FOOT_HEIGHT,
    bracketsTop: BRACKETS_TOP,
    bracketHeight: BRACKET_HEIGHT,
    lanesTop,
    dotsTop: lanesTop + HEAD_HEIGHT,
    dotsHeight: raster.height,
    columns,
    tray: {
      left: (held[0]?.x ?? 0) - 8,
      right: (lastHeld?.x ?? 0) + (lastHeld?.width ?? 0),
      top: lanesTop - 4,
      bottom: lanesTop + HEAD_HEIGHT + raster.height + 8,
    },
    nodesPerDot,
    left: BRACKET_LABEL_WIDTH,
    right: (last?.x ?? 0) + (last?.width ?? 0),
  };
}

/** Upper left corner of dot `index` of a lane. */
export function dotPlace(layout: FlowLayout, column: LaneColumn, index: number): { readonly x: number; readonly y: number } {
  return {
    x: column.left + Math.floor(index / column.rows) * column.pitch,
    y: layout.dotsTop + (index % column.rows) * column.rowPitch,
  };
}

/** Neighbouring lanes that a bracket covers, as one bar each: [from, to] in CSS pixels. */
export function bracketRuns(
  layout: FlowLayout,
  covers: (lane: LaneId) => boolean,
): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let open: { from: number; to: number } | undefined;
  layout.columns.forEach((column, index) => {
    if (!covers(column.lane)) {
      open = undefined;
      return;
    }
    const next = layout.columns[index + 1];
    const isTrayEdge = column.inTray && next?.inTray !== true;
    const from = column.inTray ? column.x - 8 : column.x;
    const to = next === undefined || isTrayEdge || !column.inTray ? column.x + column.width : next.x - 8;
    if (open === undefined) {
      open = { from, to };
      runs.push(open);
    } else open.to = to;
  });
  return runs;
}

export const emptyCounts = (): ByLane<number> => byLane(() => 0);
