import { type CellByte, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import { type CellStyle, cellStyleOf, plainCellStyle } from "../../data/cell/cell-style.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { dotPlace, type FlowLayout, type LaneColumn } from "./flow-layout.ts";
import { PAIR_GAP } from "./flow-rasters.ts";

/** The dots of one lane, by place. Dot `i` is at dotPlace(layout, column, i). */
export interface LaneDots {
  readonly column: LaneColumn;
  /** The row of each dot's node; the first row if the dot has several nodes. */
  readonly rows: readonly number[];
  readonly looks: readonly CellStyle[];
  /** Whether the old pod is below the new one (maxSurge). */
  readonly pairs: readonly boolean[];
}

/** The content of the flow as columns. A dot is one node, or `nodesPerDot` nodes. */
export interface FlowScene {
  readonly layout: FlowLayout;
  readonly lanes: readonly LaneDots[];
  /** Free places of the tray, dotted. */
  readonly free: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[];
}

interface FlowSceneInput {
  readonly board: Pick<LaneAssignment, "rows" | "bytes" | "names">;
  readonly layout: FlowLayout;
  readonly freePlaces: number;
  /** Elapsed part of minReadySeconds on a node, 0 to 1; undefined if unknown. */
  readonly fillOf: (node: string) => number | undefined;
}

/** From this size, a dot shows that its node is NotReady. */
const MARKS_FROM = 18;

/** The old pod below the new one. */
export const OLD_POD_STYLE = plainCellStyle("available", { old: true });

/** Cell styles of dots without a level, by byte and whether they show marks. There are few, and a scene requests
 *  them thousands of times. */
const interned = new Map<number, CellStyle>();

function lookOfDot(byte: CellByte, size: number, fill: number | undefined): CellStyle {
  const hasMarks = size >= MARKS_FROM;
  const key = byte * 2 + (hasMarks ? 1 : 0);
  const known = fill === undefined ? interned.get(key) : undefined;
  if (known !== undefined) return known;
  const look = cellStyleOf(byte, undefined, [], fill);
  const dotLook = { ...look, surge: false, nodeUnready: look.nodeUnready && hasMarks };
  if (fill === undefined) interned.set(key, dotLook);
  return dotLook;
}

function dotsOf(column: LaneColumn, { board: { rows, bytes, names }, layout: { nodesPerDot }, fillOf }: FlowSceneInput): LaneDots {
  const all = rows[column.lane];
  const shown = nodesPerDot === 1 ? all : all.filter((_, at) => at % nodesPerDot === 0);
  const byteOf = (row: number) => bytes[row] ?? 0;
  return {
    column,
    rows: shown,
    looks: shown.map((row) => lookOfDot(byteOf(row), column.size, fillOf(names[row] ?? ""))),
    pairs: shown.map((row) => column.pairs && hasFlag(byteOf(row), "twoPods")),
  };
}

/** Equal input gives equal dots at equal places. O(dots). */
export function flowScene(input: FlowSceneInput): FlowScene {
  const { layout, freePlaces } = input;
  const lanes = layout.columns.map((column) => dotsOf(column, input));
  const first = lanes.find(({ column }) => column.inTray);
  const places = first === undefined ? 0 : Math.ceil(freePlaces / layout.nodesPerDot);
  const free = Array.from({ length: places }, (_, index) => {
    const { column, rows } = first as LaneDots;
    const { size, pairs } = column;
    return { ...dotPlace(layout, column, rows.length + index), width: size, height: pairs ? 2 * size + PAIR_GAP : size };
  });
  return { layout, lanes, free };
}
