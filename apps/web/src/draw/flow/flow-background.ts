import { type CellStyle, cellStyleKey } from "../../data/cell/cell-style.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { dotPlace, type FlowLayout, type LaneColumn } from "./flow-layout.ts";
import { PAIR_GAP } from "./flow-rasters.ts";
import { type FlowScene, type LaneDots, OLD_POD_STYLE } from "./flow-scene.ts";

/** The dots at the places of a lane. The node of a dot is left out, because it does not change the drawing. */
interface BackgroundLane {
  readonly column: LaneColumn;
  readonly dimmed: boolean;
  /** Looks of the dots by place; undefined if the place is empty. */
  readonly looks: readonly (CellStyle | undefined)[];
  readonly pairs: readonly boolean[];
}

/** In CSS pixels. */
export interface FlowBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FlowBackground {
  readonly layout: Pick<FlowLayout, "dotsTop">;
  readonly lanes: readonly BackgroundLane[];
  /** Free slots of the budget: no dot is in them or moves to them. */
  readonly free: readonly FlowBox[];
}

export const EMPTY_BACKGROUND: FlowBackground = { layout: { dotsTop: 0 }, lanes: [], free: [] };

/** A dot to be drawn. */
export interface FlowDot extends FlowBox {
  readonly look: CellStyle;
  readonly dimmed: boolean;
}

/** Returns the parts of a scene that do not move. */
export function flowBackgroundOf(
  { layout, lanes, free }: FlowScene,
  isMoving: (row: number) => boolean,
  isDimmed: (lane: LaneId) => boolean,
): FlowBackground {
  const restingLooks = ({ rows, looks }: LaneDots) => looks.map((look, index) => (isMoving(rows[index] ?? -1) ? undefined : look));
  return {
    layout,
    free,
    lanes: lanes.map((dots) => ({
      column: dots.column,
      dimmed: isDimmed(dots.column.lane),
      looks: restingLooks(dots),
      pairs: dots.pairs,
    })),
  };
}

const isSameLook = (a: CellStyle | undefined, b: CellStyle | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && cellStyleKey(a) === cellStyleKey(b));

function hasSamePlaces(a: LaneColumn, b: LaneColumn): boolean {
  return (
    a.left === b.left &&
    a.size === b.size &&
    a.pitch === b.pitch &&
    a.rowPitch === b.rowPitch &&
    a.rows === b.rows &&
    a.perLine === b.perLine
  );
}

function dotsAt({ layout }: FlowBackground, { column, looks, pairs, dimmed }: BackgroundLane, index: number): readonly FlowDot[] {
  const look = looks[index];
  if (look === undefined) return [];
  const { x, y } = dotPlace(layout, column, index);
  const spot = { x, y, width: column.size, height: column.size, look, dimmed };
  return pairs[index] === true ? [spot, { ...spot, y: y + column.size + PAIR_GAP, look: OLD_POD_STYLE }] : [spot];
}

const keyOf = ({ x, y, width, height }: FlowBox): string => `${x} ${y} ${width} ${height}`;

/** Returns the boxes of one list that the other lacks. */
function boxesMissingIn(boxes: readonly FlowBox[], others: readonly FlowBox[]): readonly FlowBox[] {
  const known = new Set(others.map(keyOf));
  return boxes.filter((box) => !known.has(keyOf(box)));
}

/** Spots of one cell style in one column, at equal distances. */
interface DotColumn {
  readonly first: FlowDot;
  /** Distance from the top of a dot to the top of the next one, CSS pixels. */
  readonly pitch: number;
  readonly count: number;
}

/** Groups the spots into columns. Spots keep their order, and a column joins only consecutive spots. O(spots). */
export function dotColumns(spots: readonly FlowDot[]): readonly DotColumn[] {
  const columns: { first: FlowDot; pitch: number; count: number }[] = [];
  for (const spot of spots) {
    const last = columns.at(-1);
    if (last !== undefined) {
      const { first, pitch, count } = last;
      const below = spot.y - first.y - pitch * (count - 1);
      const isAlike = spot.x === first.x && spot.width === first.width && spot.dimmed === first.dimmed && isSameLook(spot.look, first.look);
      if (isAlike && below >= spot.height && (count === 1 || below === pitch)) {
        last.pitch = below;
        last.count++;
        continue;
      }
    }
    columns.push({ first: spot, pitch: 0, count: 1 });
  }
  return columns;
}

interface BackgroundChanges {
  readonly wipe: readonly FlowBox[];
  readonly outline: readonly FlowBox[];
  readonly draw: readonly FlowDot[];
}

/** Returns what to wipe, outline and draw, in this order, to get from one background to another. Skips what both draw
 *  alike. O(dots). */
export function backgroundChanges(before: FlowBackground, after: FlowBackground): BackgroundChanges {
  const wipe: FlowBox[] = [...boxesMissingIn(before.free, after.free)];
  const draw: FlowDot[] = [];
  const from = new Map(before.lanes.map((lane) => [lane.column.lane, lane]));
  const to = new Map(after.lanes.map((lane) => [lane.column.lane, lane]));
  for (const id of new Set([...from.keys(), ...to.keys()])) {
    const [was, is] = [from.get(id), to.get(id)];
    const stays =
      was !== undefined &&
      is !== undefined &&
      was.dimmed === is.dimmed &&
      before.layout.dotsTop === after.layout.dotsTop &&
      hasSamePlaces(was.column, is.column);
    const places = Math.max(was?.looks.length ?? 0, is?.looks.length ?? 0);
    for (let index = 0; index < places; index++) {
      if (stays && isSameLook(was.looks[index], is.looks[index]) && was.pairs[index] === is.pairs[index]) continue;
      if (was !== undefined) wipe.push(...dotsAt(before, was, index));
      if (is !== undefined) draw.push(...dotsAt(after, is, index));
    }
  }
  return { wipe, outline: boxesMissingIn(after.free, before.free), draw };
}
